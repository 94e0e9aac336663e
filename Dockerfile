# One app and what it leans on: docker build --build-arg APP=api . (or telemetry-ingest, simulator, standalone)
FROM node:26-slim AS build
WORKDIR /flagpost
COPY . .
ARG APP
RUN npm ci && npm run build && node tools/assemble.js "$APP" /assembled

FROM node:26-slim AS app
WORKDIR /flagpost
COPY --from=build /assembled .
ARG APP
RUN npm ci --omit=dev --ignore-scripts --workspace "@flagpost/$APP" && npm cache clean --force \
    && ln -s "apps/$APP/dist" run
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "run/main.js"]
