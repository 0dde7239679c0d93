/** Folders whose packages are delivered or used by the checks: the service, the OpenTelemetry SDK and the mutation tests. */
export const PACKAGES = ['.', 'deploy/tracing', 'tools/mutation'] as const
/** Also the framework that `npm run bench` compares the service with, which is not part of it. */
export const LOCKFILES = [...PACKAGES, 'bench/peers/next'] as const
