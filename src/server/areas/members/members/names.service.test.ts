/** Which people of a firm are looked for in a text that may be sent to a provider. */
import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createKeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import { createServiceProvider } from '../../../../contract/service-providers.ts'
import { createTrustee } from '../../../../contract/trustees.ts'
import { updateUser } from '../../../../contract/users.ts'
import { selectNamesOfPeople } from './names.ts'

const service = useService()

async function namesIn(firm: Firm, text: string, least = 1): Promise<(string | null)[]> {
  const enter = {
    text: "select set_config('role', 'pcs_app', true), set_config('app.scope', 'tenant', true), set_config('app.tenant', $1, true)",
    values: [firm.id],
  }
  const [, rows = []] = await service().database.batch([enter, selectNamesOfPeople(text, least)])
  return rows.map(([name]) => name ?? null).sort()
}

test.each([
  ["O'Sullivan", ["O'Sullivan", 'o sullivan', 'OSULLIVAN', 'O’Sullivan’s', 'Sullivan', "O'Su11ivan"]],
  ['Ó Súilleabháin', ['Ó Súilleabháin', 'Ní Shúilleabháin', 'Uí Shúilleabháin', 'O Suilleabhain']],
  ['Mac Giolla Phádraig', ['MacGiollaPhadraig', 'Nic Giolla Phádraig', 'Mac Giolla Padraig']],
  ['Ó Dónaill', ['Dhónaill', 'Ní Dhónaill', 'ODonaill']],
  ['Wałęsa', ['Wałęsa', 'WALESA'.replace('L', 'ł')]],
  ['Murphy-Byrne', ['Byrne', 'murphy byrne', 'MurphyByrne']],
])('a member called %s is found by each of %j', async (lastName, texts) => {
  const firm = await createFirm(service())
  await firm.hasMember({ firstName: 'Xaverina', lastName })
  await firm.hasMember({ firstName: 'Quirina', lastName: 'Zzyzx' })
  for (const text of texts)
    expect(await namesIn(firm, `of ${text} and others`), text).toEqual([`Xaverina ${lastName}`])
  expect(await namesIn(await createFirm(service()), texts.join(' '))).toEqual([])
})

test('trustees, key function holders, contacts and users of the firm are found like members', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  await firm.broker.call(createTrustee, { id: schemeId, personName: 'Grace Long', role: 'TRUSTEE' })
  await firm.broker.call(createKeyFunctionHolder, {
    schemeId,
    function: 'RISK_MANAGEMENT',
    holderKind: 'INDIVIDUAL',
    holderName: 'Bill Wide',
    relationship: 'INDEPENDENT_PROVIDER',
  })
  await firm.broker.call(createServiceProvider, {
    name: 'Acme',
    contactName: 'Penny Short',
    kinds: ['AUDITOR'],
  })
  const user = firm.staff.broker
  await firm.admin.call(updateUser, { id: user.id, name: 'Rose Narrow', role: 'BrokerUser' })
  expect(await namesIn(firm, 'Did Grace Long, Mr Wide, Ms Short or R. Narrow sign?')).toEqual([
    'Bill Wide',
    'Grace Long',
    'Penny Short',
    'Rose Narrow',
  ])
  expect(await namesIn(firm, 'Did Grace or Mr Wide sign with Grace Long?', 2)).toEqual(['Grace Long'])
})
