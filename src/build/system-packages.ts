/**
 * What the image keeps of Debian, with its licence in the words of SPDX (from Debian's copyright files): the libraries of Bun and of the program
 * that draws pictures, and a shell to look around with. The `Dockerfile` runs this file where no package of ours is installed.
 */
export const systemPackages: Record<string, string> = {
  'base-files': 'GPL-2.0-or-later',
  coreutils: 'GPL-3.0-or-later AND BSD-4-Clause-UC AND ISC AND FSFULLR',
  dash: 'BSD-3-Clause AND GPL-2.0-or-later',
  grep: 'GPL-3.0-or-later',
  libacl1: 'LGPL-2.1-or-later',
  libattr1: 'LGPL-2.1-or-later',
  libc6: 'LGPL-2.1-or-later AND GPL-2.0-or-later AND BSD-3-Clause AND ISC AND Unicode-DFS-2016',
  libcap2: 'BSD-3-Clause OR GPL-2.0-only',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libgmp10: 'GPL-2.0-or-later OR LGPL-3.0-or-later',
  'libpcre2-8-0': 'BSD-3-Clause AND BSD-2-Clause',
  libselinux1: 'libselinux-1.0',
  libssl3t64: 'Apache-2.0',
  libsystemd0: 'LGPL-2.1-or-later AND CC0-1.0 AND MIT',
  libzstd1: 'BSD-3-Clause OR GPL-2.0-only',
  sed: 'GPL-3.0-or-later',
  tar: 'GPL-3.0-or-later',
  zlib1g: 'Zlib',
}

if (import.meta.main) console.info(Object.keys(systemPackages).join(' '))
