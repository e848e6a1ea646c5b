# An interpreter for brainfuck: reads the source as raw text (-R -s), prints what `.` writes as numbers.

# [op, argument] for each instruction; a bracket's argument is the place of its partner.
def assemble:
  [explode[] | [.] | implode | select(inside("<>+-.[]"))]
  | . as $code
  | reduce range(length) as $at ({partner: {}, open: []};
      if $code[$at] == "[" then .open += [$at]
      elif $code[$at] == "]" then
        .open[-1] as $start
        | .open |= .[:-1]
        | .partner["\($at)"] = $start
        | .partner["\($start)"] = $at
      else . end)
  | .partner as $partner
  | [range($code | length) as $at | [$code[$at], $partner["\($at)"]]];

def step($code):
  $code[.pc] as [$op, $to]
  | if $op == ">" then .at += 1
    elif $op == "<" then .at -= 1
    elif $op == "+" then .tape[.at] += 1
    elif $op == "-" then .tape[.at] -= 1
    elif $op == "." then .out += [.tape[.at]]
    elif $op == "[" then if .tape[.at] == 0 then .pc = $to else . end
    elif .tape[.at] != 0 then .pc = $to
    else . end
  | .pc += 1;

assemble as $code
| ($code | length) as $end
| {pc: 0, at: 0, tape: [range(8) | 0], out: []}
| until(.pc >= $end; step($code))
| .out
