/** Components with form fields, in one module that is loaded after the page. */
export { ConfirmationDialog } from './confirmation-dialog.tsx'
export { ToConfirmFilters } from './to-confirm-filters.tsx'
