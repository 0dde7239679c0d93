/** Questions that the assistant offers before the first one is asked. The guidance notes of the first start answer each of them. */
export const EXAMPLE_QUESTIONS = [
  'By when must an employer hand over pension deductions?',
  'How often must an own-risk assessment be done?',
  'How soon must a new trustee be trained?',
  'When is the annual report of a scheme due?',
  'How often do members get a benefit statement?',
  'Can the trustees borrow money?',
] as const
