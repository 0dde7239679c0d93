/** Stop words of questions on any subject; a passage covers a question without them. */
export const SMALL_TALK = `
  about again ahead all allow allowed already also always answer anybody anything apart ask away back bit bring call can come could cover day decide
  describe different does else end ever every exactly explain far fall find first follow forward get give go gone good got happen hear
  help how inside just keep kind know later least let like list look lot make many may maybe mean mine more most much must need never new next
  now often old on one only ought own part people person place please possible put quickly quite really right run same say says see
  set should show sign somebody someone something soon still stop straight sum summarise summarize sure take tell thank thing think time
  told top try turn until use want way well what when where whether which who whom why will work write wrong year yes yet yours`
