/**
 * The signs of the subjects, on a square of 100. Classes: `i` is filled and `l` is a line in the colour of the sign, `s` is filled and
 * `k` is a line in its second colour, and `t` is filled with the colour of the tile beneath.
 */
export const signs = {
  prompt: '<path class="l" d="M18 26 44 50 18 74"/><path class="k" d="M54 74h30"/>',
  braces:
    '<path class="l" d="M38 14c-14 0-12 8-12 18s0 14-12 18c12 4 12 8 12 18s-2 18 12 18M62 14c14 0 12 8 12 18s0 14 12 18c-12 4-12 8-12 18s2 18-12 18"/><circle class="s" cx="50" cy="50" r="8"/>',
  matrix:
    '<path class="l" d="M28 14H14v72h14M72 14h14v72H72"/><g class="i"><circle cx="50" cy="28" r="6"/><circle cx="68" cy="28" r="6"/><circle cx="32" cy="50" r="6"/><circle cx="68" cy="50" r="6"/><circle cx="32" cy="72" r="6"/><circle cx="50" cy="72" r="6"/></g><g class="s"><circle cx="32" cy="28" r="7"/><circle cx="50" cy="50" r="7"/><circle cx="68" cy="72" r="7"/></g>',
  classes:
    '<path class="l" d="M50 38v14M22 66V52h56v14"/><rect class="s" x="30" y="10" width="40" height="28" rx="4"/><rect class="i" x="6" y="64" width="34" height="26" rx="4"/><rect class="i" x="60" y="64" width="34" height="26" rx="4"/>',
  globe:
    '<circle class="l" cx="50" cy="50" r="38"/><path class="l" d="M12 50h76"/><path class="k" d="M50 12c-24 20-24 56 0 76c24-20 24-56 0-76"/>',
  flow: '<path class="l" d="M50 40v18M20 72V58h60v14"/><path class="s" d="M50 4 80 24 50 44 20 24Z"/><rect class="i" x="4" y="68" width="34" height="26" rx="5"/><rect class="i" x="62" y="68" width="34" height="26" rx="5"/>',
  scatter:
    '<path class="k" d="M14 84C40 76 54 52 88 18"/><g class="i"><circle cx="22" cy="30" r="7"/><circle cx="42" cy="22" r="7"/><circle cx="32" cy="50" r="7"/></g><g class="s"><circle cx="62" cy="76" r="7"/><circle cx="84" cy="66" r="7"/><circle cx="78" cy="44" r="7"/></g>',
  tree: '<path class="l" d="M50 20 26 50M50 20l24 30M26 50 12 80M26 50l14 30M74 50 60 80M74 50l14 30"/><circle class="s" cx="50" cy="18" r="11"/><g class="i"><circle cx="26" cy="50" r="9"/><circle cx="74" cy="50" r="9"/><circle cx="12" cy="82" r="8"/><circle cx="40" cy="82" r="8"/><circle cx="60" cy="82" r="8"/><circle cx="88" cy="82" r="8"/></g>',
  forecast:
    '<path class="l" d="M10 74 30 54 44 64 62 36"/><path class="k" stroke-dasharray="2 13" d="M62 36 90 14"/><circle class="s" cx="62" cy="36" r="8"/>',
  gear: '<path class="i" fill-rule="evenodd" d="M42 8h16l3 12 10 5 11-6 11 11-6 11 4 10 9 2v14l-12 3-5 9 6 12-11 11-11-6-9 4-3 10H42l-3-11-10-4-11 6L7 90l6-11-4-10-9-2V52l12-2 4-10-6-11 11-11 11 6 10-5ZM50 36a15 15 0 1 0 .1 0Z" transform="translate(4 1) scale(.92)"/>',
  sigma: '<path class="l" d="M78 28V14H20l34 36-34 36h58V72"/>',
  heart: '<path class="i" d="M50 86C14 60 8 44 8 32 8 10 40 8 50 28 60 8 92 10 92 32c0 12-6 28-42 54Z"/>',
  puzzle:
    '<rect class="i" x="8" y="28" width="64" height="64" rx="4"/><circle class="i" cx="40" cy="22" r="14"/><circle class="s" cx="78" cy="60" r="14"/><circle class="t" cx="9" cy="60" r="13"/>',
  network:
    '<path class="k" d="M16 30 50 16 84 34 50 50 16 30M16 70 50 50 84 66 50 84 16 70M16 30l34 54M16 70 50 16M84 34 50 84M84 66 50 16M16 30v0M16 30 50 50M16 70 50 50" stroke-width="3"/><g class="i"><circle cx="16" cy="30" r="10"/><circle cx="16" cy="70" r="10"/><circle cx="50" cy="16" r="10"/><circle cx="50" cy="84" r="10"/><circle cx="84" cy="34" r="10"/><circle cx="84" cy="66" r="10"/></g><circle class="s" cx="50" cy="50" r="12"/>',
  eye: '<path class="l" d="M6 50C26 16 74 16 94 50 74 84 26 84 6 50Z"/><circle class="i" cx="50" cy="50" r="19"/><circle class="t" cx="56" cy="44" r="7"/>',
  speech:
    '<path class="i" d="M12 14h76q6 0 6 6v44q0 6-6 6H48L26 90V70H12q-6 0-6-6V20q0-6 6-6Z"/><path class="t" d="M22 26q6 4 12 0-4 6-4 12l-2 18-2-18q0-6-4-12ZM44 26q6 4 12 0-4 6-4 12l-2 18-2-18q0-6-4-12ZM66 26q6 4 12 0-4 6-4 12l-2 18-2-18q0-6-4-12Z"/>',
  spark:
    '<path class="i" d="M42 6q6 34 38 40-32 6-38 44Q36 52 4 46 36 40 42 6Z"/><path class="s" d="M80 58q3 14 16 17-13 3-16 17-3-14-16-17 13-3 16-17Z"/>',
  kernel:
    '<g class="i"><rect x="6" y="6" width="26" height="26"/><rect x="37" y="6" width="26" height="26"/><rect x="68" y="6" width="26" height="26"/><rect x="6" y="37" width="26" height="26"/><rect x="6" y="68" width="26" height="26"/></g><g class="s"><rect x="37" y="37" width="26" height="26"/><rect x="68" y="37" width="26" height="26"/><rect x="37" y="68" width="26" height="26"/><rect x="68" y="68" width="26" height="26"/></g>',
  maze: '<path class="l" d="M8 8h84v84H8V30M30 8v40h20M30 70v22M30 70h40V30H52M70 50h22"/><circle class="s" cx="19" cy="19" r="8"/>',
  robot:
    '<path class="l" d="M50 22V10"/><circle class="s" cx="50" cy="8" r="7"/><rect class="i" x="14" y="22" width="72" height="60" rx="14"/><g class="t"><circle cx="35" cy="46" r="9"/><circle cx="65" cy="46" r="9"/><path d="M32 64h36q-6 10-18 10t-18-10Z"/></g><path class="l" d="M6 44v18M94 44v18M36 84v10M64 84v10"/>',
  cat: '<path class="i" d="M14 90V20l22 18h28l22-18v70q-36 10-72 0Z"/><g class="t"><circle cx="36" cy="56" r="8"/><circle cx="64" cy="56" r="8"/><path d="M44 70h12l-6 8Z"/></g><path class="k" d="M4 70 24 72M4 84l20-6M96 70l-20 2M96 84l-20-6"/>',
  rocket:
    '<path class="i" d="M50 4C72 22 74 48 66 70H34C26 48 28 22 50 4Z"/><circle class="t" cx="50" cy="36" r="10"/><path class="s" d="M33 52 14 74v12l22-12ZM67 52l19 22v12L64 74ZM40 74h20l-10 22Z"/>',
  board:
    '<rect class="i" x="8" y="10" width="84" height="56" rx="4"/><path class="l" d="M32 68 22 94M68 68l10 26"/><path fill="none" stroke-width="8" stroke-linecap="round" stroke-linejoin="round" class="u" d="M30 38 44 52 70 24"/>',
  bars: '<path class="l" d="M10 8v82h82"/><rect class="i" x="22" y="50" width="14" height="32"/><rect class="s" x="44" y="26" width="14" height="56"/><rect class="i" x="66" y="38" width="14" height="44"/>',
  pie: '<path class="i" d="M46 54V12a42 42 0 1 0 42 42Z"/><path class="s" d="M56 44V4a40 40 0 0 1 40 40Z"/>',
  database:
    '<path class="i" d="M12 22a38 14 0 0 1 76 0v56a38 14 0 0 1-76 0Z"/><path class="u" fill="none" stroke-width="6" d="M12 24a38 14 0 0 0 76 0M12 42a38 14 0 0 0 76 0M12 61a38 14 0 0 0 76 0"/>',
  bell: '<path class="l" d="M8 86h84"/><path class="i" d="M8 80C34 78 34 14 50 14S66 78 92 80Z"/><path class="u" fill="none" stroke-width="5" d="M50 20v58"/>',
  table:
    '<rect class="i" x="6" y="12" width="88" height="76" rx="5"/><path class="u" fill="none" stroke-width="5" d="M6 36h88M6 54h88M6 71h88M36 36v52M65 36v52"/><rect class="s" x="10" y="16" width="80" height="17" rx="3"/>',
  trophy:
    '<path class="l" d="M26 22H8c0 22 8 30 22 30M74 22h18c0 22-8 30-22 30"/><path class="i" d="M24 8h52v24c0 22-10 34-26 34S24 54 24 32Z"/><path class="i" d="M44 62h12v18H44ZM26 80h48v12H26Z"/><path class="s" d="m50 18 5 11 12 1-9 8 3 12-11-7-11 7 3-12-9-8 12-1Z"/>',
  medal:
    '<path class="s" d="M26 4h20l10 36H38ZM74 4H54L44 40h18Z"/><circle class="i" cx="50" cy="64" r="30"/><path class="t" d="m50 46 6 12 13 1-10 9 3 13-12-7-12 7 3-13-10-9 13-1Z"/>',
  laptop:
    '<rect class="i" x="16" y="16" width="68" height="48" rx="5"/><path class="s" d="M4 70h92l-6 14H10Z"/><path class="u" fill="none" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M32 30 44 40 32 50M52 50h16"/>',
  pen: '<path class="i" d="M68 6 94 32 38 88 6 94l6-32Z"/><path class="s" d="M68 6 94 32 82 44 56 18Z"/>',
  book: '<path class="i" d="M48 22C36 12 20 12 6 16v66c14-4 30-4 42 6ZM52 22c12-10 28-10 42-6v66c-14-4-30-4-42 6Z"/><path class="u" fill="none" stroke-width="5" d="M16 34q12-2 22 3M16 50q12-2 22 3M84 34q-12-2-22 3M84 50q-12-2-22 3"/>',
  chip: '<path class="l" d="M32 6v88M50 6v88M68 6v88M6 32h88M6 50h88M6 68h88"/><rect class="i" x="18" y="18" width="64" height="64" rx="8"/><rect class="s" x="36" y="36" width="28" height="28" rx="4"/>',
  people:
    '<circle class="i" cx="28" cy="32" r="15"/><circle class="s" cx="72" cy="32" r="15"/><path class="i" d="M4 88c0-24 10-34 24-34s24 10 24 34Z"/><path class="s" d="M56 88c0-14-3-22-8-28 6-4 14-6 24-6 14 0 24 10 24 34Z"/>',
  microphone:
    '<rect class="i" x="34" y="6" width="32" height="52" rx="16"/><path class="l" d="M18 44c0 44 64 44 64 0M50 78v16M32 94h36"/>',
  scan: '<path class="l" d="M8 28V8h20M72 8h20v20M92 72v20H72M28 92H8V72"/><path class="k" d="M16 52h18l8-22 14 44 8-22h20"/>',
  leaf: '<path class="i" d="M92 8C40 8 10 30 10 62c0 14 8 24 20 28C70 92 92 60 92 8Z"/><path class="u" fill="none" stroke-width="6" stroke-linecap="round" d="M20 88C30 60 48 42 72 28"/>',
  clock:
    '<circle class="i" cx="50" cy="50" r="44"/><path class="u" fill="none" stroke-width="8" stroke-linecap="round" stroke-linejoin="round" d="M50 24v28l18 12"/>',
  cap: '<path class="i" d="M50 16 98 40 50 64 2 40Z"/><path class="s" d="M22 56v20c14 14 42 14 56 0V56L50 70Z"/><path class="l" d="M90 44v32"/>',
  lens: '<circle class="l" cx="42" cy="42" r="32"/><path class="k" d="M66 66 92 92" stroke-width="13"/><path class="i" d="M28 44h8V32h-8ZM40 56h8V32h-8Z"/>',
  scales:
    '<path class="l" d="M50 10v78M26 90h48M14 26h72"/><path class="i" d="M2 58 16 28l14 30a14 14 0 0 1-28 0Z"/><path class="s" d="m70 58 14-30 14 30a14 14 0 0 1-28 0Z"/>',
  branch:
    '<path class="l" d="M28 20v60M72 34c0 20-44 14-44 34"/><circle class="i" cx="28" cy="16" r="12"/><circle class="i" cx="28" cy="84" r="12"/><circle class="s" cx="72" cy="24" r="12"/>',
  tablet:
    '<rect class="i" x="16" y="4" width="68" height="92" rx="16"/><path class="t" d="M26 20q7 5 14 0-5 7-5 12l-2 18-2-18q0-5-5-12ZM60 20q7 5 14 0-5 7-5 12l-2 18-2-18q0-5-5-12ZM24 60q5 7 0 14 7-5 12-5l18-2-18-2q-5 0-12-5ZM62 60q7 5 14 0-5 7-5 10l-2 16-2-16q0-3-5-10Z"/>',
  cloud:
    '<circle class="s" cx="66" cy="32" r="24"/><path class="i" d="M26 84a22 22 0 0 1 0-44 26 26 0 0 1 48 2 21 21 0 0 1 0 42Z"/>',
  hand: '<path class="i" d="M30 56V20q0-7 7-7t7 7V10q0-6 7-6t7 6v10q0-6 6-6t7 6v12q0-6 6-6t7 6v34c0 20-12 28-28 28-14 0-22-4-30-18L10 56q-2-8 6-10 5 0 14 10Z"/>',
  sound:
    '<path class="i" d="M6 36h18l24-22v72L24 64H6Z"/><path class="l" d="M60 36q10 14 0 28"/><path class="k" d="M74 24q20 26 0 52"/>',
  flag: '<path class="l" d="M18 6v88"/><path class="i" d="M24 10h66L74 32l16 22H24Z"/>',
  bug: '<path class="l" d="M10 28 30 42M90 28 70 42M6 60h22M94 60H72M14 92l20-20M86 92 66 72"/><ellipse class="i" cx="50" cy="60" rx="25" ry="32"/><circle class="s" cx="50" cy="24" r="16"/><path class="u" fill="none" stroke-width="5" d="M50 42v50"/>',
  door: '<path class="l" d="M8 92h84"/><rect class="i" x="22" y="8" width="56" height="82" rx="4"/><circle class="t" cx="66" cy="52" r="5"/>',
  sun: '<circle class="s" cx="50" cy="50" r="22"/><path class="l" d="M50 4v14M50 82v14M4 50h14M82 50h14M17 17l10 10M73 73l10 10M83 17 73 27M27 73 17 83"/>',
  phone:
    '<rect class="i" x="26" y="4" width="48" height="92" rx="9"/><rect class="t" x="32" y="16" width="36" height="60"/><circle class="s" cx="50" cy="44" r="13"/>',
  picture:
    '<rect class="i" x="6" y="14" width="88" height="72" rx="6"/><path class="t" d="M14 76 40 40 58 62 68 52 86 76Z"/><circle class="s" cx="70" cy="34" r="9"/>',
  energy: '<path class="i" d="M58 4 18 56h26l-6 40 44-56H54Z"/>',
  bubble:
    '<path class="i" d="M10 12h80v54H52L30 88V66H10Z"/><g class="t"><circle cx="30" cy="39" r="6"/><circle cx="50" cy="39" r="6"/><circle cx="70" cy="39" r="6"/></g>',
  question: '<path class="l" d="M30 34c0-32 44-30 44-4 0 18-24 18-24 38"/><circle class="s" cx="50" cy="88" r="7"/>',
  target:
    '<circle class="l" cx="50" cy="50" r="40"/><circle class="l" cx="50" cy="50" r="22"/><circle class="s" cx="50" cy="50" r="9"/>',
  broom:
    '<path class="l" d="M78 8 50 44"/><path class="i" d="M36 38 62 58 46 92 8 80Z"/><path class="u" fill="none" stroke-width="4" d="M30 56 52 72M22 86l10-14M36 88l8-12"/>',
  newspaper:
    '<path class="i" d="M6 14h70v60q0 10 10 10H16Q6 84 6 74ZM80 34h14v42q0 8-7 8t-7-8Z"/><path class="u" fill="none" stroke-width="5" d="M16 56h50M16 70h50M46 30h20M46 42h20"/><rect class="s" x="16" y="26" width="22" height="20"/>',
}

export type Sign = keyof typeof signs

/** The sign of a subject by words of the slug; the first that fits. */
const subjects: [RegExp, Sign][] = [
  [/scratch/, 'cat'],
  [/girls|parents|women|supporting-a-child/, 'people'],
  [/robot/, 'robot'],
  [/first-steps|secondary-students|freshers/, 'rocket'],
  [/school-teachers|classrooms|visiting-lecture|tutors|jableh/, 'board'],
  [/object-oriented/, 'classes'],
  [/git-/, 'branch'],
  [/web-apis|slow-connection|without-internet/, 'globe'],
  [/python-for-ai|confusion-matrix/, 'matrix'],
  [/python/, 'prompt'],
  [/algorithm/, 'flow'],
  [/debug/, 'bug'],
  [/maths|mathematics-for/, 'sigma'],
  [/mlops/, 'gear'],
  [/recommender/, 'heart'],
  [/projects|project-fair|hackathon/, 'puzzle'],
  [/weather/, 'cloud'],
  [/time-series|harvest/, 'forecast'],
  [/supervised|classifier/, 'tree'],
  [/machine-learning-foundations|leakage|overfitting/, 'scatter'],
  [/convolutional|image-is-a-table/, 'kernel'],
  [/vision|how-networks-see/, 'eye'],
  [/x-rays/, 'scan'],
  [/photos|generated-pictures/, 'picture'],
  [/ocr|old-scripts|tablets|ugarit/, 'tablet'],
  [/arabic-text|for-arabic|arabic-hard|two-languages/, 'speech'],
  [/generative/, 'spark'],
  [/prompt-writing|chatbots|writing-prompts|assistants/, 'bubble'],
  [/question/, 'question'],
  [/reinforcement|maze/, 'maze'],
  [/deep-learning|neural-network-without|embeddings/, 'network'],
  [/sql|data-sets|synthetic/, 'database'],
  [/statistics/, 'bell'],
  [/visualisation/, 'pie'],
  [/pandas/, 'table'],
  [/journalism/, 'newspaper'],
  [/detectives/, 'lens'],
  [/cleaning/, 'broom'],
  [/data/, 'bars'],
  [/cup|results|league/, 'trophy'],
  [/farming|drones/, 'leaf'],
  [/laptop|-lab-|lessons/, 'laptop'],
  [/phones/, 'phone'],
  [/bias|rules/, 'scales'],
  [/minutes|timetable/, 'clock'],
  [/careers|graduation|scholarship/, 'cap'],
  [/energy/, 'energy'],
  [/speech|speak/, 'microphone'],
  [/sign-language/, 'hand'],
  [/good$/, 'target'],
  [/library/, 'book'],
  [/summer|day-at/, 'sun'],
  [/open-evening|registration/, 'door'],
]

/** The sign of an item, or that of its kind if its slug has no known word. */
export function signOf(slug: string, kind: string): Sign {
  const byKind: Record<string, Sign> = { courses: 'prompt', blogs: 'pen', events: 'flag' }
  return subjects.find(([words]) => words.test(slug))?.[1] ?? byKind[kind] ?? 'newspaper'
}
