/** Every file of test/fixtures/uploads, sent as a payroll over HTTP. */
import { UPLOADS } from './fixtures/uploads/expected-imports.ts'
import { testUploads } from './harness/payroll-uploads.ts'

testUploads(UPLOADS)
