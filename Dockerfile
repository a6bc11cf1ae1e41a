# Built and run with Buildah on a base image of our own: deploy/README.md says exactly how.
# The console's files. Only they leave this stage.
FROM node:24-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY client/package.json client/
COPY console/package.json console/
RUN npm ci --workspace console --workspace client
COPY client/src client/src
COPY console console
RUN npm run build:console

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
# Not --omit=optional: the password hash comes as an optional package for each platform. The other workspaces stay out.
RUN npm ci --omit=dev --workspace server && npm cache clean --force
COPY LICENSE ./
COPY server/bin server/bin
COPY server/src server/src
COPY --from=console /app/console/dist console/dist
# Models are mounted at /models and import 'tabularium', which Node looks for in /node_modules.
RUN ln -s /app/node_modules /node_modules
USER node
# Probes and monitoring come from outside of the container. The health port (8081) has no password: don't publish it.
ENV TABULARIUM_MODELS=/models TABULARIUM_HOST=0.0.0.0 TABULARIUM_HEALTH_HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8081/live').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/server/bin/tabularium.js"]
CMD ["serve"]
