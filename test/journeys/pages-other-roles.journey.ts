import { describePages } from './page-checks.ts'

describePages('other roles')
