import { listBreaches } from '../../../../contract/breaches.ts'
import type { Contract } from '../../../../contract/define.ts'
import { can } from '../../../../contract/define.ts'
import { listDocuments } from '../../../../contract/documents.ts'
import { listDrafts } from '../../../../contract/drafts.ts'
import { listEmployers } from '../../../../contract/employers.ts'
import { isOpenToGrant } from '../../../../contract/grant-operations.ts'
import { listKeyFunctionHolders } from '../../../../contract/key-function-holders.ts'
import { listMembers } from '../../../../contract/members.ts'
import { listPolicies } from '../../../../contract/policies.ts'
import { listSchemes } from '../../../../contract/schemes.ts'
import { findRecords, type SearchKind } from '../../../../contract/search.ts'
import { listServiceProviders } from '../../../../contract/service-providers.ts'
import { listTenants } from '../../../../contract/tenants.ts'
import type { RecordSet } from '../../../operation/record-set.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { documents } from '../../documents/documents/index.ts'
import { listedDrafts } from '../../documents/drafts/index.ts'
import { breaches } from '../../governance/breaches/index.ts'
import { keyFunctionHolders } from '../../governance/key-function-holders/index.ts'
import { policies } from '../../governance/policies/index.ts'
import { serviceProviders } from '../../governance/service-providers/index.ts'
import { members } from '../../members/members/index.ts'
import { employers } from '../../schemes/employers/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import { tenants } from '../tenants/index.ts'

interface Searched {
  kind: SearchKind
  /** The list that finds the same records: its role and its conditions apply. */
  list: Contract
  records: Pick<RecordSet<unknown, 'q', string>, 'find'>
  /** SQL over the tables of the list. */
  title: string
  detail: string
  /** Text in lower case whose order an index of the list has. Default: the search key, which begins with the title. */
  order?: string
}

/** In the order of the results. */
const SEARCHED: readonly Searched[] = [
  { kind: 'tenant', list: listTenants, records: tenants, title: 'r.name', detail: 'null' },
  {
    kind: 'scheme',
    list: listSchemes,
    records: schemes,
    title: 'r.name',
    detail: '(select e.legal_name from employers e where e.tenant_id = r.tenant_id and e.id = r.employer_id)',
  },
  {
    kind: 'member',
    list: listMembers,
    records: members,
    title: "r.first_name || ' ' || r.last_name",
    order: "r.first_name || ' ' || r.last_name",
    detail: '(select s.name from schemes s where s.tenant_id = r.tenant_id and s.id = r.scheme_id)',
  },
  { kind: 'employer', list: listEmployers, records: employers, title: 'r.legal_name', detail: 'null' },
  { kind: 'policy', list: listPolicies, records: policies, title: 'r.title', detail: 's.name' },
  {
    kind: 'document',
    list: listDocuments,
    records: documents,
    title: 'r.title',
    detail: 'coalesce(s.name, e.legal_name)',
  },
  { kind: 'draft', list: listDrafts, records: listedDrafts, title: 'r.title', detail: 's.name' },
  { kind: 'breach', list: listBreaches, records: breaches, title: 'r.title', detail: 's.name' },
  {
    kind: 'keyFunctionHolder',
    list: listKeyFunctionHolders,
    records: keyFunctionHolders,
    title: 'r.holder_name',
    detail: 's.name',
  },
  {
    kind: 'serviceProvider',
    list: listServiceProviders,
    records: serviceProviders,
    title: 'r.name',
    detail: 'null',
  },
]

const mayList = ({ role, grant }: Actor, list: Contract): boolean =>
  grant ? isOpenToGrant(list, grant.capability) : can(role, list)

const findRecordsOfAllKinds = defineQuery({
  contract: findRecords,
  owner: 'in-scope',
  select({ q, limit }, scope, actor) {
    const values: unknown[] = []
    const found = SEARCHED.filter(({ list }) => mayList(actor, list)).map(
      ({ kind, records, title, detail, order = 'r.search_key' }) =>
        `(select json_build_object('kind', '${kind}', 'id', f.id, 'title', f.title, 'detail', f.detail) as hit
          from (${records.find({ q, limit, title, detail, order }, scope, values)}) f)`,
    )
    return {
      text: `select json_build_object('data', coalesce(json_agg(h.hit), '[]'))::text from (${found.join(' union all ')}) h`,
      values,
      // Planning the searches of ten kinds takes longer than running them.
      isPlannedOnce: true,
    }
  },
  body: ([row]) => row?.[0] as string,
})

export const createSearchOperations = (): Operation[] => [findRecordsOfAllKinds]
