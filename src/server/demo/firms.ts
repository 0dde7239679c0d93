/**
 * The firms, employers, schemes and people of the demo. All invented; PPS numbers are computed to be valid and belong
 * to nobody by intent.
 */
import type { SchemeType } from '../../contract/schemes.ts'

export interface DemoPayrolls {
  /** How many months before this one were uploaded. */
  months: number
  /** Those that were not paid as they should be, by how many months ago they are. */
  except: Readonly<Partial<Record<number, 'LATE' | 'SHORT' | 'UNPAID' | 'REJECTED' | 'MISSING'>>>
}

export interface DemoScheme {
  name: string
  type: SchemeType
  legalForm?: 'TRUST_RAC' | 'ONE_MEMBER' | 'MASTER_TRUST_SECTION'
  pensionsAuthorityNumber?: string
  yearEnd?: { month: number; day: number }
  establishedOn: string
  members: number
  deferred?: number
  trustees: string[]
  isCorporate?: boolean
  administrator?: string
  /** Absent: nothing is contributed. */
  payrolls?: DemoPayrolls
  /** How far it went before the demo begins. */
  until: 'DRAFT' | 'PENDING_APPROVAL' | 'ACTIVE' | 'CLOSED_TO_NEW' | 'PAID_UP' | 'WINDING_UP'
}

export interface DemoEmployer {
  legalName: string
  croNumber: string
  address: string
  eircode: string
  payFrequencies: ('WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY')[]
  schemes: DemoScheme[]
}

export interface DemoFirm {
  id: string
  name: string
  cbiReference: string
  employers: DemoEmployer[]
}

const YEAR_END = { month: 12, day: 31 }

export const FIRMS: readonly [DemoFirm, DemoFirm] = [
  {
    id: 'demofirmharbourrow',
    name: 'Harbour Row Financial Brokers',
    cbiReference: 'C99101',
    employers: [
      {
        legalName: 'Ballycotton Foods Limited',
        croNumber: '990101',
        address: 'Unit 4, Quayside Park, Midleton, Co. Cork',
        eircode: 'P25 X0X1',
        payFrequencies: ['WEEKLY', 'MONTHLY'],
        schemes: [
          {
            name: 'Ballycotton Foods DC Pension Scheme',
            type: 'DC',
            pensionsAuthorityNumber: 'PB990101',
            yearEnd: YEAR_END,
            establishedOn: '2009-03-01',
            members: 18,
            deferred: 4,
            trustees: ['Nuala Prendergast', 'Tadhg Ó Loingsigh', 'Miriam Casserly'],
            administrator: 'Lee Valley Administrators',
            payrolls: { months: 12, except: { 1: 'UNPAID', 3: 'SHORT', 5: 'LATE' } },
            until: 'ACTIVE',
          },
          {
            name: 'Ballycotton Foods Executive Scheme',
            type: 'DC',
            legalForm: 'ONE_MEMBER',
            pensionsAuthorityNumber: 'PB990102',
            yearEnd: { month: 6, day: 30 },
            establishedOn: '2018-07-01',
            members: 1,
            trustees: ['Harbour Row Trustees DAC director 1', 'Harbour Row Trustees DAC director 2'],
            isCorporate: true,
            administrator: 'Lee Valley Administrators',
            payrolls: { months: 6, except: {} },
            until: 'ACTIVE',
          },
        ],
      },
      {
        legalName: 'Corrib Precision Engineering DAC',
        croNumber: '990202',
        address: 'Parkmore West, Galway',
        eircode: 'H91 X0X2',
        payFrequencies: ['MONTHLY'],
        schemes: [
          {
            name: 'Corrib Precision Engineering Defined Benefit Plan',
            type: 'DB',
            pensionsAuthorityNumber: 'PB990201',
            yearEnd: { month: 3, day: 31 },
            establishedOn: '1994-04-01',
            members: 9,
            deferred: 6,
            trustees: [
              'Corrib Trustees director Fionnuala Mannion',
              'Corrib Trustees director Colm Geraghty',
            ],
            isCorporate: true,
            administrator: 'Atlantic Benefits Administration',
            payrolls: { months: 12, except: { 2: 'UNPAID', 8: 'LATE' } },
            until: 'CLOSED_TO_NEW',
          },
          {
            name: 'Corrib Precision Engineering DC Plan',
            type: 'DC',
            pensionsAuthorityNumber: 'PB990202',
            yearEnd: { month: 3, day: 31 },
            establishedOn: '2015-04-01',
            members: 12,
            trustees: [
              'Corrib Trustees director Fionnuala Mannion',
              'Corrib Trustees director Colm Geraghty',
            ],
            isCorporate: true,
            administrator: 'Atlantic Benefits Administration',
            payrolls: { months: 12, except: { 1: 'REJECTED', 2: 'MISSING', 7: 'LATE' } },
            until: 'ACTIVE',
          },
        ],
      },
      {
        legalName: 'Slieve Bloom Hotels Limited',
        croNumber: '990303',
        address: 'Main Street, Kinnitty, Co. Offaly',
        eircode: 'R42 X0X3',
        payFrequencies: ['WEEKLY'],
        schemes: [
          {
            name: 'Slieve Bloom Hotels PRSA Arrangement',
            type: 'PRSA',
            establishedOn: '2021-01-01',
            members: 5,
            trustees: [],
            until: 'ACTIVE',
          },
          {
            name: 'Slieve Bloom Hotels Group Scheme',
            type: 'DC',
            pensionsAuthorityNumber: 'PB990301',
            yearEnd: YEAR_END,
            establishedOn: '2024-09-01',
            members: 6,
            trustees: ['Bríd Delahunty', 'Eamon Kirwan'],
            administrator: 'Lee Valley Administrators',
            until: 'PENDING_APPROVAL',
          },
        ],
      },
      {
        legalName: 'Moyle Dairies Co-operative Society',
        croNumber: '990404',
        address: 'Creamery Road, Carrickmacross, Co. Monaghan',
        eircode: 'A81 X0X4',
        payFrequencies: ['FORTNIGHTLY'],
        schemes: [
          {
            name: 'Moyle Dairies Retirement Scheme',
            type: 'DC',
            pensionsAuthorityNumber: 'PB990401',
            yearEnd: { month: 2, day: 28 },
            establishedOn: '2001-03-01',
            members: 4,
            deferred: 3,
            trustees: ['Philomena Treanor', 'Oisín Mac Mathúna'],
            administrator: 'Atlantic Benefits Administration',
            until: 'PAID_UP',
          },
        ],
      },
      {
        legalName: 'Greystones Veterinary Partners',
        croNumber: '990505',
        address: 'Church Road, Greystones, Co. Wicklow',
        eircode: 'A63 X0X5',
        payFrequencies: ['MONTHLY'],
        schemes: [
          {
            name: 'Greystones Veterinary Partners Trust RAC',
            type: 'RAC',
            legalForm: 'TRUST_RAC',
            establishedOn: '2012-11-01',
            members: 3,
            trustees: [],
            until: 'DRAFT',
          },
        ],
      },
      {
        legalName: 'Liffey Print & Packaging Limited',
        croNumber: '990606',
        address: 'Robinhood Industrial Estate, Dublin 22',
        eircode: 'D22 X0X6',
        payFrequencies: ['WEEKLY', 'MONTHLY'],
        schemes: [
          {
            name: 'Liffey Print Staff Pension Plan',
            type: 'DC',
            pensionsAuthorityNumber: 'PB990601',
            yearEnd: { month: 4, day: 5 },
            establishedOn: '1998-04-06',
            members: 0,
            deferred: 4,
            trustees: ['Declan Furlong', 'Sorcha Nic Gabhann'],
            administrator: 'Lee Valley Administrators',
            until: 'WINDING_UP',
          },
        ],
      },
    ],
  },
  {
    id: 'demofirmslaneygate',
    name: 'Slaney Gate Pensions',
    cbiReference: 'C99202',
    employers: [
      {
        legalName: 'Enniscorthy Joinery Limited',
        croNumber: '990707',
        address: 'Old Dublin Road, Enniscorthy, Co. Wexford',
        eircode: 'Y21 X0X7',
        payFrequencies: ['WEEKLY'],
        schemes: [
          {
            name: 'Enniscorthy Joinery Pension Scheme',
            type: 'DC',
            pensionsAuthorityNumber: 'PB990701',
            yearEnd: YEAR_END,
            establishedOn: '2016-01-01',
            members: 6,
            trustees: ['Lorcan Whitty', 'Assumpta Redmond'],
            administrator: 'South East Pensions Administration',
            payrolls: { months: 3, except: { 1: 'UNPAID' } },
            until: 'ACTIVE',
          },
        ],
      },
      {
        legalName: 'Hook Head Marine Services',
        croNumber: '990808',
        address: 'The Quay, Dunmore East, Co. Waterford',
        eircode: 'X91 X0X8',
        payFrequencies: ['MONTHLY'],
        schemes: [
          {
            name: 'Hook Head Marine Pension Plan',
            type: 'DC',
            establishedOn: '2025-01-01',
            members: 2,
            trustees: [],
            until: 'DRAFT',
          },
        ],
      },
    ],
  },
]

export const FIRST_NAMES = [
  'Aoife',
  'Cian',
  'Niamh',
  'Oisín',
  'Saoirse',
  'Fionn',
  'Caoimhe',
  'Darragh',
  'Róisín',
  'Tadhg',
  'Gráinne',
  'Eoghan',
  'Siobhán',
  'Padraig',
  'Orla',
  'Ruairí',
  'Agnieszka',
  'Tomasz',
  'Maria',
  'Olumide',
]
export const LAST_NAMES = [
  "O'Sullivan",
  'Ní Bhriain',
  'Fitzmaurice',
  'Mac Giolla',
  'Gallagher',
  'Ó Conaill',
  'Kavanagh',
  'Devereux',
  'Hanrahan',
  'Kowalska',
  'Mulqueen',
  'Tierney',
  'Scally',
  'Adeyemi',
  'Prunty',
  'Cotter',
  'Feeney',
  'Lacey',
  'Nolan',
  'Rooney',
]
