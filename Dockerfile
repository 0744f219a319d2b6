# The Keycloak server with the plugin, in production mode on PostgreSQL. Needs only Docker: the plugin is built here too.
#
# BUILD_IMAGE is any Debian 13; one with your own certificate authorities or mirrors works, too.

ARG BUILD_IMAGE=debian:13.2-slim
ARG KEYCLOAK_VERSION=26.7.5

# The commands of this repository, with everything they need; docker-compose.yml uses it to seed the realms and run the demo.
FROM ${BUILD_IMAGE} AS tools
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates maven nodejs npm openjdk-21-jdk-headless \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /linkgate
COPY package.json package-lock.json ./
# Debian's npm links no program that packages for several platforms have.
RUN npm install --no-save --omit=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error \
 && ln -sf "$(ls -d "$PWD"/node_modules/node-linux-*)/bin/node" node_modules/.bin/node
ENV PATH=/linkgate/node_modules/.bin:$PATH
COPY provider-scripts provider-scripts
COPY admin-pages admin-pages
COPY theme theme
COPY realm-config realm-config
COPY scripts scripts
COPY LICENSE ./
RUN npm run build

FROM quay.io/keycloak/keycloak:${KEYCLOAK_VERSION}
COPY --from=tools /linkgate/provider-scripts/host/target/linkgate.jar /opt/keycloak/providers/linkgate.jar
ENV KC_DB=postgres \
    KC_HEALTH_ENABLED=true \
    KC_METRICS_ENABLED=true \
    KC_EVENT_METRICS_USER_ENABLED=true
# Optimized for a short run: compilers and collectors for long-running servers do not pay off within seconds.
RUN JAVA_OPTS_APPEND='-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC' /opt/keycloak/bin/kc.sh build
ENTRYPOINT ["/opt/keycloak/bin/kc.sh"]
CMD ["start", "--optimized"]
