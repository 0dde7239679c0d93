import { describePages } from './page-checks.ts'

describePages('assistant')
