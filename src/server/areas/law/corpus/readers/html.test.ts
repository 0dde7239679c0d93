import { describe, expect, test } from 'vitest'
import { splitIntoChunks } from '../split-into-chunks.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')
const refusalOf = (read: () => unknown): unknown => {
  try {
    read()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return null
}

/** As the Official Journal publishes a text: classes for headings, tables for points. */
const JOURNAL = `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>L_2030001EN.xml</title>
<style>.oj-ti-art { color: red }</style></head><body><div class="eli-container">
<table><tbody><tr><td><p class="oj-hd-date">1.1.2030</p></td><td><p class="oj-hd-lg">EN</p></td></tr></tbody></table>
<div class="eli-main-title"><p class="oj-doc-ti">DIRECTIVE ON LIGHTHOUSES</p><p class="oj-doc-ti">of 1 January 2030</p></div>
<p class="oj-normal">THE KEEPERS OF THE LIGHTS,</p><p class="oj-normal">Whereas:</p>
<table><tbody><tr><td valign="top"><p class="oj-normal">(1)</p></td><td valign="top"><p class="oj-normal">Ships need lights.</p></td></tr></tbody></table>
<p class="oj-normal">HAVE AGREED AS FOLLOWS:</p>
<div id="enc_1"><p class="oj-ti-section-1"><span class="oj-italic">TITLE I</span></p><div class="eli-title"><p class="oj-ti-section-2"><span class="oj-bold">LIGHTS</span></p></div>
<p class="oj-ti-section-1">CHAPTER 2</p><div class="eli-title"><p class="oj-ti-section-2"><span>Keepers</span></p></div>
<p class="oj-ti-section-1"><span>Section 1</span></p><div class="eli-title"><p class="oj-ti-section-2">Duties</p></div>
<div class="eli-subdivision" id="art_28"><p class="oj-ti-art">Article 28</p><div class="eli-title"><p class="oj-sti-art">Own assessment of the light</p></div>
<div id="028.001"><p class="oj-normal">1.&#160;&#160;&#160;A keeper looks at the light every evening<a href="#n1"><span class="oj-super oj-note-tag">(1)</span></a>.</p></div>
<div id="028.002"><p class="oj-normal">2.&nbsp;&nbsp;The look includes:</p>
<table><col width="4%"/><col width="96%"/><tbody><tr><td valign="top"><p class="oj-normal">(a)</p></td><td valign="top"><p class="oj-normal">the lamp:</p>
  <table><tbody><tr><td><p class="oj-normal">(i)</p></td><td><p class="oj-normal">its wick;</p></td></tr></tbody></table></td></tr></tbody></table>
<table><tbody><tr><td><p class="oj-normal">(b)</p></td><td><p class="oj-normal">the glass.</p></td></tr></tbody></table></div></div>
<div class="eli-subdivision" id="art_28a"><p class="oj-ti-art">Article 28a</p><p class="oj-normal">Article 28 holds at sea.</p></div></div>
<div id="anx_I"><p class="oj-doc-ti">ANNEX I</p><p class="oj-doc-ti">Ranges</p><table class="oj-table"><tbody>
<tr><th><p class="oj-tbl-hdr">Place</p></th><th><p class="oj-tbl-hdr">Miles</p></th></tr><tr><td><p>Hook</p></td><td><p>23</p></td></tr></tbody></table></div>
<hr class="oj-note"/><p class="oj-note"><a>(1)</a> A footnote.</p></div></body></html>`

test('the Official Journal: units under their divisions, points with their marks, no notes', () => {
  const { title, units } = readHtml(JOURNAL)
  expect(title).toBe('DIRECTIVE ON LIGHTHOUSES of 1 January 2030')
  const path = ['TITLE I, CHAPTER 2, SECTION 1 — Duties']
  expect(units.slice(1)).toEqual([
    { path: [], heading: 'Recitals', paragraphs: ['(1) Ships need lights.', 'HAVE AGREED AS FOLLOWS:'] },
    {
      path,
      heading: 'Article 28 — Own assessment of the light',
      paragraphs: [
        '1. A keeper looks at the light every evening.',
        '2. The look includes:',
        '(a) the lamp:',
        '(i) its wick;',
        '(b) the glass.',
      ],
    },
    { path, heading: 'Article 28a', paragraphs: ['Article 28 holds at sea.'] },
    { path: [], heading: 'Annex I — Ranges', paragraphs: ['Place | Miles', 'Hook | 23'] },
  ])
})

test('the class names before 2023 and those of consolidated texts begin the same units', () => {
  const before = readHtml(JOURNAL.replaceAll('"oj-', '"').replaceAll(' oj-', ' '))
  expect(before.units.map(({ heading }) => heading)).toEqual(
    readHtml(JOURNAL).units.map(({ heading }) => heading),
  )

  const consolidated =
    readHtml(`<div class="eli-main-title"><p class="title-doc-first">DIRECTIVE ON LIGHTS</p></div>
    <p class="title-division-1">CHAPTER 1</p><div class="eli-title"><p class="title-division-2">Lamps</p></div>
    <p class="modref">►M1</p><p class="title-article-norm">Article 4</p><div class="eli-title"><p class="stitle-article-norm">Wicks</p></div>
    <div class="norm"><span class="no-parag">1.&nbsp;&nbsp;</span><div class="norm inline-element">Wicks are trimmed.</div></div>
    <div class="grid-container grid-list"><div class="list grid-list-column-1"><span>(a)&nbsp;</span></div><div class="grid-list-column-2"><p class="norm">daily;</p></div></div>`)
  expect(consolidated).toEqual({
    title: 'DIRECTIVE ON LIGHTS',
    units: [
      {
        path: ['CHAPTER 1 — Lamps'],
        heading: 'Article 4 — Wicks',
        paragraphs: ['1. Wicks are trimmed.', '(a) daily;'],
      },
    ],
  })
})

/** As the Irish Statute Book publishes an Act: bold numbers, names beside or above them, words that are given to another Act in quotes. */
const ACT = `<!DOCTYPE html><html><head><title>Lighthouses Act 2030</title></head><body>
<header><a href="/">Statute Book</a></header><nav><ul><li>Acts</li></ul></nav><div class="breadcrumb">Home</div>
<div id="main" role="main"><h1>Lighthouses Act 2030</h1>
<p class="center"><b>PART VIB</b></p><p class="center">Of the Keepers</p>
<table><tbody><tr><td width="20%"><p>Short title.</p></td><td><p><b>1</b>.—This Act may be cited as the Lighthouses Act 2030.</p></td></tr>
<tr><td><p>Hours of keepers.</p></td><td><p><b>2.</b>—(1) A keeper keeps the following hours:</p>
<p>(<i>a</i>) the evening;</p><p>(<i>b</i>) the night.</p><p>(2) The day is free.</p></td></tr></tbody></table>
<p><b>Insertion of section 58A</b></p><p><b>3.</b>—(1) The following section is inserted after section 58 of the Act of 1990:</p>
<p>“Remittance of oil</p><p>58A.—(1) Whoever receives oil gives it to the keeper within the month.</p><p>(2) The keeper says when it came.</p></div>`

test('the Irish Statute Book: sections by their numbers, with the names beside them', () => {
  const { title, units } = readHtml(
    ACT.replace('“Remittance', 'Remittance')
      .replace('<p>58A', '<p>“58A')
      .replace('came.</p>', 'came.”.</p><p>(2) This section begins in May.</p>'),
  )
  expect(title).toBe('Lighthouses Act 2030')
  const path = ['PART VIB — Of the Keepers']
  expect(units).toEqual([
    {
      path,
      heading: 'Section 1 — Short title',
      paragraphs: ['1.—This Act may be cited as the Lighthouses Act 2030.'],
    },
    {
      path,
      heading: 'Section 2 — Hours of keepers',
      paragraphs: [
        '2.—(1) A keeper keeps the following hours:',
        '(a) the evening;',
        '(b) the night.',
        '(2) The day is free.',
      ],
    },
    {
      path,
      heading: 'Section 3 — Insertion of section 58A',
      paragraphs: ['3.—(1) The following section is inserted after section 58 of the Act of 1990:'],
    },
    {
      path: [...path, 'Section 3 — Insertion of section 58A'],
      heading: 'Inserted section 58A — Remittance of oil',
      paragraphs: [
        '“58A.—(1) Whoever receives oil gives it to the keeper within the month.',
        '(2) The keeper says when it came.”.',
      ],
    },
    {
      path,
      heading: 'Section 3 — Insertion of section 58A (continued)',
      paragraphs: ['(2) This section begins in May.'],
    },
  ])
})

test('a consolidated Act, whose sections are numbered "58A. (1)", and its Schedules', () => {
  const { units } =
    readHtml(`<h1>Lighthouses Act 1990</h1><p>PART VI</p><p>OIL</p><p><b>Remittance of oil</b></p>
    <p><b>58A.</b> (1) ${words(50)}</p><p>(2) ${words(50)}</p><p><b>Power of Minister</b></p><p><b>59.</b> The Minister may say how much.</p>
    <p>SECOND SCHEDULE</p><p>Oils</p><p>Section 59</p><p>PART 1</p><p>Fish</p><p>1. Cod.</p><p>2. Herring.</p>`)
  expect(units.map(({ path, heading }) => [...path, heading])).toEqual([
    ['PART VI — OIL', 'Section 58A — Remittance of oil'],
    ['PART VI — OIL', 'Section 59 — Power of Minister'],
    ['Schedule 2 — Oils'],
    ['Schedule 2 — Oils', 'Schedule 2, Part 1 — Fish'],
  ])
})

test('the table of sections before an Act begins no unit', () => {
  const { units } =
    readHtml(`<h1>Lighthouses Act 1990</h1><p>ARRANGEMENT OF SECTIONS</p><p>Section</p><p>1. Short title.</p><p>2. Oil.</p>
    <p>3. Power of Minister.</p><p>Short title.</p><p>1.—This Act may be cited.</p><p>Oil.</p><p>2.—(1) Oil is kept dry.</p><p>(2) Always.</p>`)
  expect(units).toEqual([
    {
      path: [],
      heading: 'ARRANGEMENT OF SECTIONS',
      paragraphs: ['Section', '1. Short title.', '2. Oil.', '3. Power of Minister.'],
    },
    { path: [], heading: 'Section 1 — Short title', paragraphs: ['1.—This Act may be cited.'] },
    { path: [], heading: 'Section 2 — Oil', paragraphs: ['2.—(1) Oil is kept dry.', '(2) Always.'] },
  ])
})

test('an Act whose numbers have neither dash nor bracket', () => {
  const { units } =
    readHtml(`<p>NUMBER 5 OF 2031</p><p>OIL ACT 2031</p><p>Short title</p><p>1. This Act may be cited.</p>
    <p>Pay of keepers</p><p>2. Section 5 of the Act of 1990 is amended by the substitution of:</p><p>“5. The keeper is paid.”.</p><p>Repeal</p><p>3. The old Act is repealed.</p>`)
  expect(units.map(({ path, heading }) => [...path, heading])).toEqual([
    ['Section 1 — Short title'],
    ['Section 2 — Pay of keepers'],
    ['Section 3 — Repeal'],
  ])
})

test('a statutory instrument has regulations, not sections', () => {
  const { units } = readHtml(`<p>S.I. No. 900 of 2030</p><p>LIGHTHOUSES REGULATIONS 2030</p>
    <p><b>Citation</b></p><p>1. (1) These Regulations may be cited.</p><p>(2) They begin in May.</p><p><b>Oil</b></p><p>2. (1) Oil is kept dry.</p>`)
  expect(units.map(({ heading }) => heading).slice(-2)).toEqual([
    'Regulation 1 — Citation',
    'Regulation 2 — Oil',
  ])
})

test('HTML is split and cited like the same text in Markdown', () => {
  const markdown = `# Lighthouses Act 1990\n\n# PART VI — OIL\n\n## Section 58A — Remittance of oil\n\n58A.—(1) ${words(60)}\n\n(2) ${words(60)}`
  const html = `<h1>Lighthouses Act 1990</h1><p>PART VI</p><p>OIL</p><p>Remittance of oil</p><p><b>58A</b>.—(1) ${words(60)}</p><p>(2) ${words(60)}</p>`
  const chunks = splitIntoChunks(readHtml(html), 'The Act')
  expect(chunks.map(({ citation }) => citation)).toEqual(['Section 58A(1)', 'Section 58A(2)'])
  expect(chunks).toEqual(splitIntoChunks(readMarkdown(markdown), 'The Act'))
})

describe('a page of any kind', () => {
  test('headings nest, and text before the first belongs to the page', () => {
    expect(readHtml('<h1>Guide</h1><p>Zero.<h2>A</h2><p>One.<h3>B</h3><p>Two.<h2>C</h2><p>Three.')).toEqual({
      title: 'Guide',
      units: [
        { path: [], heading: 'Guide', paragraphs: ['Zero.'] },
        { path: [], heading: 'A', paragraphs: ['One.'] },
        { path: ['A'], heading: 'B', paragraphs: ['Two.'] },
        { path: [], heading: 'C', paragraphs: ['Three.'] },
      ],
    })
  })

  test.each([
    ['<ol type="a"><li>one<li>two</ol>', ['(a) one', '(b) two']],
    [
      '<ol><li>one</li><li>two<ol type="i"><li>of two</li><li>and</li></ol></li></ol>',
      ['1. one', '2. two', '(i) of two', '(ii) and'],
    ],
    [
      '<ol type="i" start="4"><li>one</li><li value="9"><p>two</p><p>more</p></li></ol>',
      ['(iv) one', '(ix) two', 'more'],
    ],
    ['<ol style="list-style-type: lower-alpha"><li>one</ol>', ['(a) one']],
    ['<ol><li>(d) its own mark</ol>', ['(d) its own mark']],
    ['<ul><li>one</li><li>two</li></ul>', ['one', 'two']],
    ['<ul><li>PART IV</li></ul>', ['PART IV']],
    [
      '<table><tr><th>Due</th><th>When</th></tr><tr><td>Report</td><td>30 April</td></tr></table>',
      ['Due | When', 'Report | 30 April'],
    ],
    ['one<br>line<br><br>two', ['one line', 'two']],
    ['<p>a&nbsp;&amp;&#8217;b</p><p>c\n   d</p>', ['a &’b', 'c d']],
    ['<div>one<p>two</div>three', ['one', 'two', 'three']],
  ])('%s', (html, paragraphs) =>
    expect(readHtml(html)).toEqual({ title: null, units: [{ path: [], heading: 'Text', paragraphs }] }),
  )

  test.each([
    '<script>x</script>',
    '<style>x</style>',
    '<nav>x</nav>',
    '<header>x</header>',
    '<footer>x</footer>',
    '<aside>x</aside>',
    '<!-- x -->',
    '<div hidden>x</div>',
    '<div style="DISPLAY : none">x<p>y</p></div>',
    '<div aria-hidden="true">x</div>',
    '<div role="navigation">x</div>',
    '<div class="cookie-banner">x</div>',
    '<template><p>x</p></template>',
    '<noscript>x</noscript>',
    '<svg><title>x</title><text>x</text></svg>',
    '<select><option>x</option></select>',
  ])('%s is left out', (html) =>
    expect(readHtml(`${html}<p>one</p>${html}<p>two</p>`).units.map(({ paragraphs }) => paragraphs)).toEqual([
      ['one', 'two'],
    ]),
  )

  test('only the main part is read if the page marks it', () => {
    const read = readHtml(
      '<div>x</div><main><header><h1>Guide</h1></header><div><p>one</p></div></main><div>y</div>',
    )
    expect(read).toEqual({ title: 'Guide', units: [{ path: [], heading: 'Guide', paragraphs: ['one'] }] })
  })
})

describe('hostile or broken HTML', () => {
  test('a page without text has no unit', () => {
    for (const html of [
      '',
      '<p> </p>',
      '<script>x</script>',
      '<html><head><title>T</title></head></html>',
      '<h1>T</h1>',
    ])
      expect(readHtml(html).units, html).toEqual([])
  })

  test('deeply nested elements are refused', () => {
    for (const element of ['div', 'b', 'table', 'ol', 'svg', 'template'])
      expect(
        refusalOf(() => readHtml(`<${element}>`.repeat(100_000))),
        element,
      ).toBe('TOO_LARGE')
  })

  test('a text that is too long is refused, wherever its length is', () => {
    expect(refusalOf(() => readHtml('<p>'.repeat(6_000_000)))).toBe('TOO_LARGE')
    expect(refusalOf(() => readHtml('<p>x'.repeat(300_000)))).toBe('TOO_LARGE')
    expect(refusalOf(() => readHtml('<h2>x</h2><p>x'.repeat(30_000)))).toBe('TOO_LARGE')
    expect(refusalOf(() => readHtml(`<p>${'word '.repeat(2_000_000)}`))).toBe('TOO_LARGE')
  })

  test('long attributes, many attributes, broken tags and entities are skipped', () => {
    const long = 'x'.repeat(1_000_000)
    const html = [
      `<p class="${long}" style="${long}" id="${long}">one</p>`,
      `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join(' ')}>two</p>`,
      '</div></p></table>three<',
      `&#x${'f'.repeat(1_000)};&${long}`,
    ]
    expect(readHtml(html[0] as string).units[0]?.paragraphs).toEqual(['one'])
    expect(readHtml(html[1] as string).units[0]?.paragraphs).toEqual(['two'])
    expect(readHtml(html[2] as string).units[0]?.paragraphs[0]).toMatch(/^three/)
    expect(readHtml(html[3] as string).units[0]?.paragraphs.length).toBeGreaterThan(100)
  })

  test('a very long paragraph is split between sentences', () => {
    const { units } = readHtml(`<p>${`${words(20)}. `.repeat(500)}</p>`)
    const paragraphs = units[0]?.paragraphs ?? []
    expect(paragraphs.length).toBeGreaterThan(5)
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^word .*word\.$/)
  })
})
