#!/usr/bin/env bash
# Encrypted dumps of the database (docs/backups.md). Runs in a container of postgres:18, which has pg_dump and openssl.
#   backup.sh every      a dump each BACKUP_HOURS (24), for ever
#   backup.sh once       one dump
#   backup.sh open FILE  a dump in the clear on standard output, for pg_restore
# The database is PGHOST, PGUSER and PGDATABASE; its password is in PGPASSWORD_FILE, the key of the dumps in BACKUP_KEY_FILE.
set -euo pipefail
folder=${BACKUP_FOLDER:-/backups}
key=${BACKUP_KEY_FILE:-/secrets/backup-key}
cipher=(-aes-256-cbc -pbkdf2 -iter 600000 -md sha256 -pass "file:$key")
# A line of JSON, like every line of the site.
say() {
  local text=${*//[[:cntrl:]]/ }
  text=${text//\\/\\\\}
  printf '{"time":"%s","level":"info","event":"backup","message":"%s"}\n' "$(date -u +%FT%TZ)" "${text//\"/\\\"}"
}

once() {
  [ -s "$key" ] || { say "There is no key at $key: run make-secrets once more."; return 1; }
  [ -z "${PGPASSWORD_FILE:-}" ] || { PGPASSWORD=$(cat "$PGPASSWORD_FILE"); export PGPASSWORD; }
  local file="$folder/$PGDATABASE-$(date -u +%Y%m%dT%H%M%SZ).dump.enc"
  rm -f "$folder"/*.partial
  pg_dump --format=custom | openssl enc "${cipher[@]}" -salt -out "$file.partial"
  # Read back whole: what cannot be opened is no backup.
  open "$file.partial" | pg_restore --file=/dev/null
  mv "$file.partial" "$file"
  say "Dumped to $file, $(stat -c %s "$file") bytes."
  psql --quiet --command "insert into backups_made (bytes) values ($(stat -c %s "$file"))" || say 'The dump is there, but the site was not told of it.'
  # Only after a new one is there, so that a database that is away for long costs no old ones.
  find "$folder" -name '*.dump.enc' -mtime "+$((${BACKUP_KEEP_DAYS:-14} - 1))" -print -delete | while read -r old; do say "Deleted $old."; done
}

open() { openssl enc -d "${cipher[@]}" -in "$1"; }

case "${1:-every}" in
  once) once ;;
  open) open "$2" ;;
  every)
    trap 'exit 0' TERM INT
    # What pg_dump and openssl complain about, too.
    exec 2> >(while IFS= read -r line; do say "$line"; done)
    while true; do
      # A process of its own, so that a failure ends it at once and is tried again.
      if "$BASH" "$0" once; then pause=$((${BACKUP_HOURS:-24} * 3600)); else say "No dump was made. It is tried again in five minutes."; pause=300; fi
      sleep "$pause" & wait $!
    done ;;
  *) say "Unknown: $1"; exit 1 ;;
esac
