import { describePages } from './page-checks.ts'

describePages('governance')
