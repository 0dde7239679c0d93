export { closeChallenge, lockChallenge, MOST_FAILURES, setChallenge, startChallenge } from './challenges.ts'
export { createFactors, type Factors } from './factors.ts'
export { createSecondFactorOperations } from './operations.ts'
export { loadFactorRequirement } from './requirement.ts'
