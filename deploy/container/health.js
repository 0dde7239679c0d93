// Exit code 0 if the service of this container is ready. The image has no curl.
const scheme = process.env.TLS_CERT_FILE ? 'https' : 'http'
const { get } = await import(`node:${scheme}`)
// The certificate is for the public host name, and this request does not leave the container.
get(
  `${scheme}://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`,
  { rejectUnauthorized: false, timeout: 4_000 },
  (response) => process.exit(response.statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
