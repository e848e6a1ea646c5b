how many          +++++++++++++++
second number 1   >>+<<
while some left   [-
  show b          >>.
  copy b twice    [>+>+<<-]
  restore b       >>[<<+>>-]
  add a to b      <<<[>+<-]
  old b into a    >>[<<+>>-]
  back            <<<]
