/** The frame of a scheme. Areas add their tabs to it. */

import { PAGES } from '../../../contract/pages.ts'
import { isBrokerRole } from '../../../contract/users.ts'
import { operation } from '../../operation.ts'
import type { PageComponent } from '../../page-address.ts'
import { createQuery } from '../../queries.ts'
import type { Needed } from '../../session.tsx'
import { defineFrame, defineTab } from '../../shell/route-builders.tsx'

export const scheme = defineFrame(
  PAGES.scheme,
  operation('scheme.get'),
  () => import('./schemes/scheme-frame.tsx'),
  ({ schemeId: id = '' }, { role }) => [
    createQuery(operation('scheme.get'), { id }),
    ...(isBrokerRole(role)
      ? [
          createQuery(operation('scheme.compliance'), { id }),
          createQuery(operation('obligation.standing'), { id }),
        ]
      : []),
  ],
)

export const defineSchemeTab = defineTab(scheme)

export const defineSchemeList = <const P extends string>(
  path: P,
  needs: Needed,
  load: () => Promise<{ SchemePage: PageComponent }>,
) => defineSchemeTab(path, needs, async () => ({ default: (await load()).SchemePage }))
