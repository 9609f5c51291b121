#!/bin/sh
# Names in a settings file exactly which images compose.yaml uses, by their digests in the registry now, so that the same tag
# never brings others. Run it again to take newer ones.
#   deploy/pin-images.sh deploy/compose.env
set -eu
settings=${1:?Usage: deploy/pin-images.sh deploy/compose.env}
umask 077
for pair in NODE_IMAGE=node:24-bookworm-slim POSTGRES_IMAGE=postgres:18 NGINX_IMAGE=nginx:1.28; do
  name=${pair%%=*}
  image=${pair#*=}
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  case $digest in
    sha256:????????????????????????????????????????????????????????????????) ;;
    *) echo "The registry gave no digest for $image." >&2; exit 1 ;;
  esac
  others=$(grep -v "^$name=" "$settings" || true)
  printf '%s\n%s\n' "$others" "$name=$image@$digest" > "$settings"
  echo "$name=$image@$digest"
done
