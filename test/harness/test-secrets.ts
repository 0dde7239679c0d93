/** What protects the services of tests, and nothing else. */
export const TEST_SECRETS = {
  SESSION_SECRET: 'test-session-secret-of-more-than-32-characters',
  CSRF_SECRET: 'test-csrf-secret-of-more-than-32-characters',
  PPS_ENCRYPTION_KEY: 'a1'.repeat(32),
  PPS_INDEX_KEY: 'b2'.repeat(32),
  CRON_TOKEN: 'test-cron-token-of-more-than-32-characters',
  RAG_INGEST_TOKEN: 'test-ingest-token-of-more-than-32-characters',
}
