# One app and what it needs: docker build --build-arg APP=standalone . (or api, telemetry-ingest, simulator)
# Everything is installed and built once for all apps: no line above `ARG APP` differs from one to another.
FROM node:26-slim AS build
WORKDIR /flagpost
COPY . .
RUN npm ci && npm run build
ARG APP
RUN node tools/assemble.js "$APP" /assembled

FROM node:26-slim AS app
# What an app keeps in files, in one volume that belongs to its user.
RUN mkdir -m 700 /data && chown node:node /data
WORKDIR /flagpost
COPY --from=build /assembled .
ARG APP
RUN npm ci --omit=dev --ignore-scripts --workspace "@flagpost/$APP" && npm cache clean --force \
    && ln -s "apps/$APP/dist" run
USER node
# One thread beside the program's own collects garbage, and less of it is kept (docs/decisions/0211). Memory of a password's hash
# goes back to the system (docs/decisions/0216).
ENV NODE_OPTIONS="--v8-pool-size=1 --max-old-space-size=1024" MALLOC_MMAP_THRESHOLD_=1048576 \
    NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data OUTBOX_DIR=/data/outbox LOG=stderr DEMO=0
EXPOSE 3000
# Whether it answers, not what: a new container brings no server back that is away, and ends the race of this one meanwhile.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(() => process.exit(0), () => process.exit(1))"]
CMD ["node", "run/main.js"]
