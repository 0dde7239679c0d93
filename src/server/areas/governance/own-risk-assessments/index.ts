export { fillAssessment } from './fill-sections.ts'
export { createOwnRiskAssessmentOperations } from './operations.ts'
export {
  listedOwnRiskAssessments,
  ownRiskAssessments,
  riskItems,
} from './records.ts'
export { createRiskItemOperations } from './risk-item-operations.ts'
