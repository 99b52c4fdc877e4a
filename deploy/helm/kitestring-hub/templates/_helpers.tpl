{{- define "hub.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}
{{- define "hub.nats" -}}
{{ include "hub.name" . }}-nats
{{- end }}

{{- define "hub.labels" -}}
app.kubernetes.io/name: kitestring-hub
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Labels that never change: selectors. The argument is a list of the root and the component. */}}
{{- define "hub.selector" -}}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "hub.servers" -}}
{{- if .Values.nats.enabled -}}
{{- $name := include "hub.nats" . -}}
{{- range $i := until (int .Values.nats.replicas) }}
- nats://{{ $name }}-{{ $i }}.{{ $name }}:4222
{{- end }}
{{- else }}
{{- toYaml .Values.nats.servers }}
{{- end }}
{{- end }}

{{/* hub.yaml: the values of the chart, then settings. */}}
{{- define "hub.settings" -}}
{{- $fixed := dict "host" "0.0.0.0" "port" 3180 "public_url" (printf "https://%s/" .Values.host) "tls.mode" "off" "keys_dir" "/keys" -}}
{{- $_ := set $fixed "network.trusted_proxies" .Values.ingress.trustedProxies -}}
{{- $_ := set $fixed "nats.servers" (include "hub.servers" . | trim | fromYamlArray) -}}
{{- $_ := set $fixed "nats.station_urls" .Values.nats.stationUrls -}}
{{- if .Values.secrets.relay }}{{ $_ := set $fixed "relay.secret_file" "/secrets/relay/secret" }}{{ end -}}
{{- if .Values.secrets.oidc }}{{ $_ := set $fixed "oidc.client_secret_file" "/secrets/oidc/client-secret" }}{{ end -}}
{{- toYaml (mergeOverwrite $fixed .Values.settings) -}}
{{- end }}

{{- define "hub.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
