export { serviceProviderOperations } from './operations.ts'
export { serviceProviders } from './records.ts'
