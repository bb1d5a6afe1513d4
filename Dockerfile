# One image for the API and the projector; compose says which of the two a container runs.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# What is left runs the two programs: no type checker (an optional peer of viem), no types, no source maps.
RUN npm run build && npm prune --omit=dev --omit=optional \
  && find node_modules -name '*.d.ts' -delete -o -name '*.d.[cm]ts' -delete -o -name '*.map' -delete

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
CMD ["node", "--max-semi-space-size=16", "--v8-pool-size=0", "api/main.ts"]
