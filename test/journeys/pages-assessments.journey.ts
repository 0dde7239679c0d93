import { describePages } from './page-checks.ts'

describePages('assessments and policies')
