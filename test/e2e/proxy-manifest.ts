/**
 * A model proxy as many people deploy one: keys written into the manifest, no limits, the default
 * service account with its token, an image by tag. One container, and nothing said about it.
 */
export const PROXY_MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: model-proxy
spec:
  replicas: 2
  selector:
    matchLabels: { app: model-proxy }
  template:
    metadata:
      labels: { app: model-proxy }
    spec:
      containers:
        - name: proxy
          image: registry.example.com/model-proxy:main-latest
          ports:
            - containerPort: 4000
          env:
            - name: PROVIDER_API_KEY
              value: sk-example-0123456789abcdef
            - name: DATABASE_URL
              value: postgresql://proxy:example-password@db.example.com:5432/proxy
          volumeMounts:
            - name: config
              mountPath: /app/config
      volumes:
        - name: config
          configMap: { name: model-proxy-config }
`;
