/** Values with which the form of a new employer begins. */
export const NEW_EMPLOYER = {
  status: 'ACTIVE',
  payFrequencies: [],
  payrollContact: { name: null, email: null, phone: null },
}
