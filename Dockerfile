FROM oven/bun:1.4.5-slim AS build
WORKDIR /app
COPY package.json bun.lock ./
COPY patches ./patches
# An .npmrc can be lent to the build (`--secret id=npmrc,src=…`) where packages come from a private registry.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc,required=false \
    bun install --frozen-lockfile --ignore-scripts
COPY . .
RUN bun src/build/build.ts
# What is in the image: every stage begins with the same system.
RUN bun src/build/sbom.ts --system > sbom.cdx.json
# Of the typefaces the weights that src/drawing names.
RUN find node_modules/@expo-google-fonts -type f ! -name 'LICENSE*' $(grep -oh '[[:alnum:]]*_[[:alnum:]]*\.ttf' src/drawing/pdf-fonts.ts src/drawing/draw-png.ts | sed 's/^/! -name /') -delete

# Of the system what the site needs, and neither its package manager nor Perl: less to mend when a hole becomes known.
FROM oven/bun:1.4.5-slim AS system
COPY src/build/system-packages.ts /
RUN set -e; packages=$(bun /system-packages.ts); mkdir -p /system/var/lib/dpkg /system/dev; \
    dpkg-query --status $packages > /system/var/lib/dpkg/status; \
    { dpkg-query --listfiles $packages; ls -d /bin /lib /lib64 /sbin /etc/passwd /etc/group /etc/ld.so.cache /home/bun /usr/local/bin/*; } \
      | sort -u | tar --create --no-recursion --ignore-failed-read --warning=no-failed-read --files-from=- | tar --extract --directory /system

FROM scratch
COPY --from=system /system /
ARG VERSION=0.2.0
ARG REVISION=
ARG CREATED=
ARG SOURCE=
LABEL org.opencontainers.image.title="event-accreditation" \
      org.opencontainers.image.description="Public register and accreditation of events" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.base.name="docker.io/oven/bun:1.4.5-slim"
WORKDIR /app
ENV NODE_ENV=production PORT=3000 PATH=/usr/local/bin:/usr/bin
# How much memory the garbage collector reckons with, and how far it lets the heap grow before it collects: by the machine's memory
# rubbish grows to twice of what is used, and by less than this it goes through everything each time (docs/decisions/0074-memory.md).
ENV BUN_JSC_forceRAMSize=201326592 \
    BUN_JSC_mediumHeapGrowthFactor=1.55 \
    BUN_JSC_largeHeapGrowthFactor=1.55
COPY --from=build /app/package.json /app/sbom.cdx.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/sql ./sql
COPY --from=build /app/public ./public
# What draws the pictures for sharing: a native program, and fonts that it can read.
COPY --from=build /app/node_modules/@resvg ./node_modules/@resvg
COPY --from=build /app/node_modules/@expo-google-fonts ./node_modules/@expo-google-fonts
# A named volume mounted here takes this folder's owner, so that the unprivileged account can write the secrets,
# and what is kept beside the database.
RUN folders="/secrets /owner-secrets /database-secrets /backup-secrets /pgbouncer-secrets /site-secrets /worker-secrets .data" \
 && mkdir $folders && chown bun:bun $folders
USER bun
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok ? 0 : 1)"]
CMD ["bun", "dist/server/main.js"]
