# Images of Kitestring; docs/administrator/containers.md says how they are used. Both are amd64 and arm64, by the platform of the build.
#   docker build -t kitestring:0.1.0 .                        hub, station and command line, without codecs
#   docker build -t kitestring-video:0.1.0 --target video .   station and command line with video
ARG NODE_IMAGE=docker.io/library/node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils ca-certificates libatomic1
WORKDIR /build
COPY . .
RUN npm ci && npm run pack -- /packages

FROM build AS root
RUN sh deploy/image/make-root.sh /image /packages/kitestring-[0-9]*.tgz /packages/kitestring-hub-*.tgz

FROM build AS root-video
RUN sh deploy/image/make-root.sh /image /packages/kitestring-[0-9]*.tgz /packages/kitestring-video-*.tgz

FROM scratch AS image
LABEL org.opencontainers.image.title="Kitestring" \
      org.opencontainers.image.description="Ground Station of a tethered aerial camera system, and its hub" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="0.1.0"
ENV PATH=/usr/local/bin \
    HOME=/data \
    XDG_CACHE_HOME=/tmp/cache \
    NODE_ENV=production \
    KITESTRING_DATA_DIR=/data \
    KITESTRING_LOG_FORMAT=json \
    KITESTRING_HUB_DATA_DIR=/data \
    KITESTRING_HUB_LOG_FORMAT=json
USER 1000:1000
EXPOSE 3128 3180
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "/opt/kitestring/deploy/image/is-healthy.mjs"]
ENTRYPOINT ["node", "/opt/kitestring/node_modules/kitestring/bin/kitestring.cjs"]

FROM image AS video
COPY --from=root-video /image /
WORKDIR /data
VOLUME /data
CMD ["serve"]

FROM image
COPY --from=root /image /
# It writes to /data only: run it with a read-only root and a small tmpfs at /tmp.
WORKDIR /data
VOLUME /data
CMD ["hub"]
