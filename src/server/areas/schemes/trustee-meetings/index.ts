export { createMeetingActionOperations } from './action-operations.ts'
export { meetingActions } from './action-records.ts'
export { createTrusteeMeetingOperations } from './operations.ts'
export { trusteeMeetings } from './records.ts'
