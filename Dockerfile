# The image of Kitestring: hub, station and command line. docs/hub/deploy.md says how it is used.
#   docker build -t kitestring:0.1.0 .
ARG NODE_IMAGE=docker.io/library/node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /opt/kitestring
COPY . .
# Pages are known by the times of their sources, of which a layer keeps whole seconds. What builds them stays behind.
# Node is that of the image; source maps of libraries are for a debugger in them.
RUN npm ci && find packages node_modules -exec touch -h -d @1767225600 {} + \
 && for page in console hub; do \
      node packages/$page/page/build/build-page.ts $PWD/node_modules/.cache/kitestring/$page || exit 1; \
    done \
 && npm prune --omit=dev && rm -rf node_modules/node-linux-* \
 && find node_modules -type f -regex '.*\.\(c?js\|mjs\|css\|[cm]?ts\)\.map' -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    KITESTRING_HUB_DATA_DIR=/data \
    KITESTRING_HUB_LOG_FORMAT=json
# A new volume takes owner and mode of the folder in whose place it is mounted.
RUN install -d -o node -g node -m 0700 /data /first/hub \
 && install -d -o node -g node -m 0755 /first/broker /first/postgres /first/relay /first/s3 /first/s3-data /first/idp
COPY --from=build /opt/kitestring /opt/kitestring
RUN ln -s /opt/kitestring/packages/cli/bin/kitestring.mjs /usr/local/bin/kitestring
USER 1000:1000
WORKDIR /data
# It writes to /data only: run it with a read-only root and a small tmpfs at /tmp.
VOLUME /data
EXPOSE 3180
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "/opt/kitestring/deploy/image/is-healthy.mjs"]
ENTRYPOINT ["kitestring"]
CMD ["hub"]
