import { describePages } from './page-checks.ts'

describePages('calendar, documents and contributions')
