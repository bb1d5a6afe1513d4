#!/bin/bash
# The two commands of es-gencert-cli that compose.cluster.yml gives, by openssl.
set -euo pipefail
command=$1
shift
while [ $# -gt 0 ]; do
  case $1 in
    -out) out=$2 ;;
    -days) days=$2 ;;
    -ca-certificate) authority=$2 ;;
    -ca-key) authority_key=$2 ;;
    -dns-names) names=DNS:${2//,/,DNS:} ;;
    -ip-addresses) addresses=IP:${2//,/,IP:} ;;
    *) echo "unknown option $1" >&2 && exit 1 ;;
  esac
  shift 2
done
mkdir -p "$out"
case $command in
  create-ca)
    openssl req -x509 -newkey rsa:2048 -nodes -days "${days:-1825}" -subj '/CN=EventStoreDB CA' \
      -keyout "$out/ca.key" -out "$out/ca.crt" 2> /dev/null
    ;;
  create-node)
    openssl req -x509 -newkey rsa:2048 -nodes -days "${days:-365}" -subj '/CN=eventstoredb-node' \
      -CA "$authority" -CAkey "$authority_key" \
      -addext basicConstraints=CA:FALSE -addext "subjectAltName=$names,$addresses" \
      -addext extendedKeyUsage=serverAuth,clientAuth -keyout "$out/node.key" -out "$out/node.crt" 2> /dev/null
    ;;
  *) echo "unknown command $command" >&2 && exit 1 ;;
esac
