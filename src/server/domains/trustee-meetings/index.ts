export { meetingActionOperations } from './action-operations.ts'
export { meetingActions } from './action-records.ts'
export { trusteeMeetingOperations } from './operations.ts'
export { trusteeMeetings } from './records.ts'
