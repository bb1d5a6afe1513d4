# syntax=docker/dockerfile:1
# One image for the API and the projector; compose says which of the two a container runs.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contracts ./contracts
COPY --from=build /app/ledger ./ledger
COPY --from=build /app/projector ./projector
COPY --from=build /app/api ./api
COPY --from=build /app/ui/dist ./ui/dist
USER node
EXPOSE 3000
CMD ["node", "--max-semi-space-size=8", "api/main.ts"]
