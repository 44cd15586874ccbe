# Two images from one file: docker build --target bff . and docker build --target worker .
# `build` is also the image of the commands on the data (compose.yaml, service "tools").
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

# The same with a compiler, for packages whose own binaries do not fit the machine
FROM node:24.21.0-bookworm AS workshop
WORKDIR /app

# Everything but what only tests need; its folder is node's, who builds and runs the commands on the data
FROM workshop AS build
RUN chown node:node /app
USER node
COPY --chown=node:node . .
RUN npm install --omit=dev --no-audit --no-fund --no-save
RUN npm run build

# What was built, without tests, types and source maps; an empty folder for DATA_DIR
FROM build AS output
RUN find . -path ./node_modules -prune -o -path '*/dist/*' -type f '(' -name '*.test.*' -o -name '*.d.ts' -o -name '*.map' -o -name '.tsbuildinfo' ')' -exec rm {} +
RUN mkdir data

# The manifests alone: packages are installed again only when these change
FROM workshop AS manifests
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete && find . -type d -empty -delete

FROM manifests AS bff-packages
RUN npm install --omit=dev --workspace bff --no-audit --no-fund --no-save

FROM manifests AS worker-packages
RUN npm install --omit=dev --workspace workers --no-audit --no-fund --no-save

FROM base AS bff
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464 DATA_DIR=/data
COPY --from=bff-packages /app ./
COPY --from=output /app/packages/contracts/dist packages/contracts/dist
COPY --from=output /app/packages/node/dist packages/node/dist
COPY --from=output /app/packages/domain/dist packages/domain/dist
COPY --from=output /app/packages/queues/dist packages/queues/dist
COPY --from=output /app/bff/dist bff/dist
COPY --from=output /app/bff/assets bff/assets
COPY --from=output /app/shell/dist shell/dist
COPY --from=output /app/mfe-accounts/dist mfe-accounts/dist
COPY --from=output /app/mfe-affiliate/dist mfe-affiliate/dist
COPY --from=output /app/mfe-moderation/dist mfe-moderation/dist
COPY --from=output /app/mfe-payroll/dist mfe-payroll/dist
COPY --from=output --chown=node:node /app/data /data
USER node
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz?for=proxy').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bff/dist/server.js"]

FROM base AS worker
ENV NODE_ENV=production HOST=0.0.0.0 METRICS_PORT=9464 DATA_DIR=/data
COPY --from=worker-packages /app ./
COPY --from=output /app/packages/contracts/dist packages/contracts/dist
COPY --from=output /app/packages/node/dist packages/node/dist
COPY --from=output /app/packages/domain/dist packages/domain/dist
COPY --from=output /app/packages/queues/dist packages/queues/dist
COPY --from=output /app/workers/dist workers/dist
COPY --from=output --chown=node:node /app/data /data
USER node
EXPOSE 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.METRICS_PORT + '/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "workers/dist/main.js"]
