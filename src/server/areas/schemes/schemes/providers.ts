/** The service providers of a scheme: registered administrator, auditor, actuary, depositary and investment managers. */
import type { EditableScheme, Scheme } from '../../../../contract/schemes.ts'
import type { ServiceProviderKind } from '../../../../contract/service-providers.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'

type Providers = Pick<
  EditableScheme,
  'registeredAdministratorId' | 'auditorId' | 'actuaryId' | 'depositaryId' | 'investmentManagerIds'
>

const KINDS: Record<keyof Providers, ServiceProviderKind> = {
  registeredAdministratorId: 'RA',
  auditorId: 'AUDITOR',
  actuaryId: 'ACTUARY',
  depositaryId: 'DEPOSITARY',
  investmentManagerIds: 'INVESTMENT_MANAGER',
}

const toIds = (value: string | null | readonly string[]): readonly string[] =>
  value === null ? [] : [value].flat()

/** Each provider belongs to the firm and offers the service it is assigned; one that is new to the scheme has not ended. */
export async function requireProviders(
  tx: Tx,
  actor: Actor,
  tenantId: string,
  input: Providers,
  before: Scheme | null,
): Promise<void> {
  for (const [field, kind] of Object.entries(KINDS) as [keyof Providers, ServiceProviderKind][]) {
    const currentIds = before ? toIds(before[field]) : []
    for (const id of toIds(input[field])) {
      if (currentIds.includes(id)) continue
      const owner = await requireOwned(tx, actor, find.serviceProvider(id))
      if (owner.tenantId !== tenantId)
        throw createBusinessRuleRefusal('NOT_TOGETHER', 'Choose a provider of the same firm', { field })
      // Locked until the commit: the provider cannot end meanwhile.
      const { kinds, status } = await tx
        .selectFrom('service_providers')
        .select(['kinds', 'status'])
        .where('id', '=', id)
        .forShare()
        .executeTakeFirstOrThrow()
      if (status === 'ENDED')
        throw createBusinessRuleRefusal(
          'PROVIDER_ENDED',
          'The firm no longer works with this provider: choose an active one',
          { field },
        )
      if (!kinds.includes(kind))
        throw createBusinessRuleRefusal(
          'PROVIDER_KIND',
          `The register does not list this provider as ${kind}: add it there first`,
          {
            field,
            kind,
          },
        )
    }
  }
}

/** The name of a registered administrator of the register is taken from there. */
export async function loadAdministratorName(
  tx: Tx,
  {
    registeredAdministratorId,
    registeredAdministratorName,
  }: Pick<EditableScheme, 'registeredAdministratorId' | 'registeredAdministratorName'>,
): Promise<string | null> {
  if (registeredAdministratorId === null) return registeredAdministratorName
  const { name } = await tx
    .selectFrom('service_providers')
    .select('name')
    .where('id', '=', registeredAdministratorId)
    .executeTakeFirstOrThrow()
  return name
}
