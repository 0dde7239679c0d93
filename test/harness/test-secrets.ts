/** Secrets of test services only. */
export const TEST_SECRETS = {
  SESSION_SECRET: 'test-session-secret-of-more-than-32-characters',
  CSRF_SECRET: 'test-csrf-secret-of-more-than-32-characters',
  PPS_ENCRYPTION_KEY: 'f3a81c0561ceaeb20c81f2ac5368a7a0dcaeaef3d50adbd612b21550fa0db497',
  PPS_INDEX_KEY: '1bc04b5291c26a46d918139138b992d2de976d6851d0893b0476b85bfbdfc6e6',
  CRON_TOKEN: 'test-cron-token-of-more-than-32-characters',
  RAG_INGEST_TOKEN: 'test-ingest-token-of-more-than-32-characters',
}
