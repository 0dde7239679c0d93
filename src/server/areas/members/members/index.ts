export { createDataQualityOperations, storeDataQuality } from './data-quality.ts'
export {
  buildPrsaMembersQuery,
  createMemberEmolumentsOperations,
} from './emoluments.ts'
export { COLUMNS as MEMBER_COLUMN_DEFINITIONS } from './import-columns.ts'
export { createMemberImportOperations } from './import-operations.ts'
export { createMemberOverviewOperations } from './member-overview.ts'
export { selectNamesOfPeople } from './names.ts'
export { createMemberOperations } from './operations.ts'
export { buildPayHistoryQuery, parsePayHistory } from './pay.ts'
export { createMemberPayOperations } from './pay-operations.ts'
export {
  calculatePpsNumberHash,
  countPpsNumbers,
  createPpsNumberRotation,
  loadEncryptedPpsNumbers,
  NO_PPS_COLUMNS,
  PPS_NUMBER_MASK,
  toPpsColumns,
} from './pps-numbers.ts'
export { auditedMember, members, requireEditableMember } from './records.ts'
export { createMemberSheetImport, type MemberPlan, type WorkbookMembers } from './workbook-members.ts'
