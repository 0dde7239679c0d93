/** Every file of test/fixtures/uploads, workbooks and archives included. */
import { UPLOADS } from '../../../../test/fixtures/uploads/expected-imports.ts'
import { testSheets } from '../../../../test/harness/sheet-files.ts'

testSheets(UPLOADS)
