export { createServiceProviderOperations } from './operations.ts'
export { serviceProviders } from './records.ts'
