import {
  createComplianceStatement,
  getComplianceStatement,
  updateComplianceStatement,
} from '../../../../contract/compliance-statements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { useScheme } from '../../../records/use-scheme.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AnswersField } from './answers-field.tsx'
import { buildStatementCrumbs, formatStatementTitle } from './statement.ts'

export const NewPage: PageComponent = createNewPage({
  create: createComplianceStatement,
  title: 'Start an annual compliance statement',
  useCrumbs: ({ schemeId = '' }) => buildStatementCrumbs(useScheme(schemeId)),
  intro: 'It contains the known subjects of the code as points. Answer them on the next page.',
  // The statement is about the year that ended.
  useDefaults: () => ({ acsYear: Number(getTodayInDublin().slice(0, 4)) - 1 }),
  ids: ({ schemeId = '' }) => ({ id: schemeId }),
  submitLabel: 'Start statement',
  cancelTo: ({ params: { schemeId = '' } }) => linkToRecord(PAGES.schemeComplianceStatements, schemeId),
  saved: (statement) => `${formatStatementTitle(statement)} started`,
  savedTo: ({ id }) => linkToRecord(PAGES.editComplianceStatement, id),
  fields: () => <NumberField name="acsYear" isRequired />,
})

export const EditPage: PageComponent = createEditPage({
  get: getComplianceStatement,
  update: updateComplianceStatement,
  page: PAGES.complianceStatement,
  name: formatStatementTitle,
  title: (statement) => `Answers of the ${formatStatementTitle(statement).toLowerCase()}`,
  useCrumbs: ({ schemeId, schemeName }) => buildStatementCrumbs({ id: schemeId, name: schemeName }),
  locked: ({ status }) =>
    status === 'COMPLETED' && <Notice title="A completed statement cannot be changed" />,
  saved: 'Answers saved',
  fields: () => <AnswersField />,
})
