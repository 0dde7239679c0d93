import { describePages } from './page-checks.ts'

describePages('schemes, members and accounts')
