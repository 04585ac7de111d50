/** The made-up guardrail runner as it is deployed: an API, a preview sandbox, a log shipper. */
export const GUARDRAIL_MANIFEST = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: guardrail-api
  namespace: guardrails
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: guardrail-api
  namespace: guardrails
spec:
  replicas: 3
  selector:
    matchLabels: { app: guardrail-api }
  template:
    metadata:
      labels: { app: guardrail-api }
    spec:
      serviceAccountName: guardrail-api
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: api
          image: registry.example.com/guardrails/api:4.2.0
          ports:
            - containerPort: 8080
          env:
            - name: DATABASE_URL
              valueFrom:
                secretKeyRef: { name: guardrail-database, key: url }
            - name: MODEL_PROVIDER_KEY
              valueFrom:
                secretKeyRef: { name: model-provider, key: api-key }
            - name: BROKER_URL
              value: http://preview-broker.guardrails.svc:9000
          volumeMounts:
            - name: plugins
              mountPath: /var/lib/guardrails/plugins
            - name: logs
              mountPath: /var/log/guardrails
          securityContext:
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
          resources:
            limits: { cpu: "2", memory: 2Gi, ephemeral-storage: 2Gi }
        - name: log-shipper
          image: registry.example.com/platform/log-shipper@sha256:6c3c624b58dbbcd3c0dd82b4c53f04194d1247c6eebdaab7c610cf7d66709b3b
          volumeMounts:
            - name: logs
              mountPath: /var/log/guardrails
              readOnly: true
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          resources:
            limits: { cpu: 200m, memory: 128Mi, ephemeral-storage: 256Mi }
      volumes:
        - name: plugins
          hostPath: { path: /srv/guardrail-plugins, type: Directory }
        - name: logs
          emptyDir: { sizeLimit: 1Gi }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: preview-runner
  namespace: guardrails
spec:
  replicas: 2
  selector:
    matchLabels: { app: preview-runner }
  template:
    metadata:
      labels: { app: preview-runner }
    spec:
      runtimeClassName: gvisor
      automountServiceAccountToken: false
      hostUsers: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 65534
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: runner
          image: registry.example.com/guardrails/preview-runner@sha256:0b5a4d5fa3f44c2a8a9bd8b0b4d7a4a0c5d6e3f2a1b0c9d8e7f6a5b4c3d2e1f0
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          resources:
            limits: { cpu: "1", memory: 512Mi, ephemeral-storage: 256Mi }
          volumeMounts:
            - name: scratch
              mountPath: /scratch
      volumes:
        - name: scratch
          emptyDir: { sizeLimit: 128Mi }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: preview-runner
  namespace: guardrails
spec:
  podSelector:
    matchLabels: { app: preview-runner }
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - podSelector:
            matchLabels: { app: preview-broker }
      ports:
        - port: 9100
  egress: []
`;
