export { fillAssessment } from './filling.ts'
export { ownRiskAssessmentOperations } from './operations.ts'
export {
  listedOwnRiskAssessments,
  ownRiskAssessments,
  riskItems,
} from './records.ts'
export { riskItemOperations } from './risk-item-operations.ts'
