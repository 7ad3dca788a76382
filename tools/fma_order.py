# SPDX-License-Identifier: MIT OR Apache-2.0
"""The order of the operations of tools/gen-fp-fma and tools/gen-fr-fma, and the registers that their values are in."""

REGISTERS = 16
# Pointers to factors stand in the middle, so that offsets take a byte.
MIDDLE = 128

# What an operation makes, which values it takes into registers, and which of these it destroys; by operand.
SHAPES = {
    "product": (2, (2, 3, 4), (2, 3)),
    "minus_product": (2, (2, 3, 4), (2, 3)),
    "first": (2, (2,), ()),
    "close": (1, (1, 2), (1, 2)),
    "carry_of": (1, (1,), ()),
    "minus": (1, (1, 2), ()),
    "plus": (1, (1, 2), ()),
    "limbs_add": (1, (1,), ()),
    "limbs_subtract": (1, (1,), ()),
    "limb_add": (1, (1,), ()),
    "without_start": (1, (1,), ()),
    "carry_into": (1, (1, 2), (1,)),
    "twice_into": (1, (1, 2), (1,)),
    "scaled_into": (1, (1, 2), (1,)),
    "scaled_from": (1, (1, 2), (1,)),
    "quotient": (3, (3, 4), ()),
    "subtract": (1, (1,), (1,)),
    "multiple": (1, (1, 2), ()),
    "store": (0, (1,), ()),
    "top": (1, (1,), (1,)),
    "top_difference": (1, (1,), (1,)),
    "scaled_up": (1, (1,), (1,)),
    "digit": (1, (1,), ()),
    "rounded_product": (1, (1,), ()),
    "rest_of_product": (1, (1, 2), ()),
    "integer_of": (1, (1,), ()),
}
# Operands that may be in memory.
ANYWHERE = {"product": 5, "minus_product": 5, "first": 3}


def uses_of(name):
    return SHAPES[name][1] + ((ANYWHERE[name],) if name in ANYWHERE else ())


# Operations that an operation gives to the ports, and cycles from its operands to each value that it makes.
COSTS = {
    "product": (4, (4, 14)),
    "minus_product": (4, (4, 14)),
    "first": (3, (4, 11)),
    "close": (2, (7,)),
    "carry_of": (2, (6,)),
    "minus": (1, (3,)),
    "plus": (1, (3,)),
    "limbs_add": (1, (7,)),
    "limbs_subtract": (1, (7,)),
    "limb_add": (1, (3,)),
    "without_start": (1, (3,)),
    "carry_into": (1, (4,)),
    "twice_into": (1, (4,)),
    "scaled_into": (1, (4,)),
    "scaled_from": (1, (4,)),
    "quotient": (8, (26, 26, 26)),
    "subtract": (1, (3,)),
    "multiple": (4, (14,)),
    "store": (0, ()),
    "top": (2, (7,)),
    "top_difference": (1, (4,)),
    "scaled_up": (1, (4,)),
    "digit": (2, (7,)),
    "rounded_product": (2, (7,)),
    "rest_of_product": (1, (4,)),
    "integer_of": (2, (6,)),
}
PORTS = 3
# A product takes the low part of its column this much later than its other operands.
LOW_LATE = 11
# Values in work at a time; more leave the registers, which costs more than waiting: the processor looks ahead, too.
LIVE_MAX = 8


class Schedule:
    """Operations in an order in which few wait and few values are in work."""

    def __init__(self, ops):
        self.ops = ops
        self.made = {value for name, operands in ops for value in operands[: SHAPES[name][0]]}
        self.needs = [{operands[k] for k in uses_of(name)} & self.made for name, operands in ops]
        self.users = {value: [k for k in range(len(ops)) if value in self.needs[k]] for value in self.made}
        self.heights = {}
        self.there = {}  # value: when
        self.left = {value: len(users) for value, users in self.users.items()}
        self.live = set()  # sums of columns and the like; what many operations take has a place on the stack
        for k in reversed(range(len(ops))):
            self.heights[k] = self.height(k)

    def made_by(self, k):
        name, operands = self.ops[k]
        return zip(operands, COSTS[name][1])

    def late(self, k, value):
        name, operands = self.ops[k]
        return LOW_LATE if name in ("product", "minus_product") and value == operands[3] else 0

    def height(self, k):
        """Cycles from the start of operation k to the end of all that needs it."""
        ways = [cycles + max((self.heights[user] - self.late(user, value) for user in self.users[value]), default=0)
                for value, cycles in self.made_by(k)]
        return max(ways, default=0)

    def ready(self, k):
        return max((self.there[value] - self.late(k, value) for value in self.needs[k]), default=0)

    def growth(self, k):
        last = sum(1 for value in self.needs[k] if self.left[value] == 1 and value in self.live)
        return SHAPES[self.ops[k][0]][0] - last

    def choose(self, pending, time):
        """Of those that can begin, the one with the longest way to go; else the one that can begin first."""
        if len(self.live) >= LIVE_MAX:
            pending = [k for k in pending if self.growth(k) <= 0] or pending
        now = [k for k in pending if self.ready(k) <= time]
        if now:
            return max(now, key=lambda k: (self.heights[k], -k))
        return min(pending, key=lambda k: (self.ready(k), -self.heights[k], k))

    def begin(self, k, time):
        name, operands = self.ops[k]
        for value, cycles in self.made_by(k):
            self.there[value] = time + cycles
            if self.late(k, operands[3] if len(operands) > 3 else None) and value == operands[1]:
                self.there[value] = max(self.there[value], self.there[operands[3]] + 3)
            if name not in ("limbs_add", "limbs_subtract", "limb_add") and len(self.users[value]) <= 2:
                self.live.add(value)
        for value in self.needs[k]:
            self.left[value] -= 1
            if self.left[value] == 0:
                self.live.discard(value)

    def ordered(self):
        order, time = [], 0
        pending = set(range(len(self.ops)))
        while pending:
            can = [k for k in pending if all(value in self.there for value in self.needs[k])]
            k = self.choose(can, time)
            time = max(time, self.ready(k))
            self.begin(k, time)
            time += COSTS[self.ops[k][0]][0] / PORTS
            pending.remove(k)
            order.append(self.ops[k])
        return order


class Registers:
    """
    Where values are while the operations go by: in registers, in slots on the stack, or limbs in memory. Limbs of the
    pointers in `single` are the same for all lanes, one number in memory.
    """

    def __init__(self, ops, pointers, single=()):
        self.pointers = pointers
        self.single = single
        self.uses = {}
        for position, (name, operands) in enumerate(ops):
            for k in uses_of(name):
                self.uses.setdefault(operands[k], []).append(position)
        self.held = [None] * REGISTERS
        self.slots = []
        self.lines = []
        self.position = 0
        self.pinned = set()

    def line(self, text):
        self.lines.append("    " + text)

    def last_use(self, value):
        return not any(use > self.position for use in self.uses.get(value, ()))

    def next_use(self, value):
        return min((use for use in self.uses.get(value, ()) if use >= self.position), default=1 << 30)

    def memory(self, value):
        if not isinstance(value, tuple):
            return f"{32 * self.slots.index(value)}(%rsp)"
        name, index = value
        if name in self.pointers:
            return f"{32 * index - MIDDLE}(%{self.pointers[name]})"
        return f"{name}+{32 * index}(%rip)"

    def any(self, value):
        return f"%ymm{self.held.index(value)}" if value in self.held else self.memory(value)

    def free_register(self):
        """One that nothing is in, after the value that is needed last has left if need be."""
        if None not in self.held:
            def cost(value):
                at_home = isinstance(value, tuple) or value in self.slots
                return self.next_use(value) + (8 if at_home else 0)
            leaving = max((value for value in self.held if value not in self.pinned), key=cost)
            register = self.held.index(leaving)
            if not isinstance(leaving, tuple) and leaving not in self.slots:
                if None not in self.slots:
                    self.slots.append(None)
                self.slots[self.slots.index(None)] = leaving
                self.line(f"vmovapd %ymm{register}, {self.memory(leaving)}")
            self.held[register] = None
        return self.held.index(None)

    def make(self, value):
        register = self.free_register()
        self.held[register] = value
        self.pinned.add(value)
        return f"%ymm{register}"

    def load(self, value):
        if value not in self.held:
            if isinstance(value, tuple) and value[0] in self.single:
                memory = f"{8 * value[1] - MIDDLE}(%{self.pointers[value[0]]})"
                self.line(f"vbroadcastsd {memory}, {self.make(value)}")
            else:
                memory = self.memory(value)
                self.line(f"vmovapd {memory}, {self.make(value)}")
        self.pinned.add(value)
        return f"%ymm{self.held.index(value)}"

    def rename(self, old, new):
        """`new` was computed over `old`, which is copied first if it is still needed."""
        if not self.last_use(old) and old not in self.slots:
            kept = self.held.index(old)
            self.held[kept] = None
            self.held[kept] = new
            copy = self.make(old)
            self.line(f"vmovapd %ymm{kept}, {copy}")
        else:
            self.held[self.held.index(old)] = new
        self.pinned.add(new)
        return f"%ymm{self.held.index(new)}"

    def step_done(self, name, operands):
        for k in uses_of(name):
            value = operands[k]
            if self.last_use(value):
                self.held = [None if held == value else held for held in self.held]
                self.slots = [None if slot == value else slot for slot in self.slots]
        self.pinned = set()
        self.position += 1

    def emit(self, name, operands):
        in_register = {k: self.load(operands[k]) for k in SHAPES[name][1]}
        if name in ("product", "minus_product"):
            high, low, old_high, old_low, _, y = operands
            new = self.make(high)
            low_register = self.rename(old_low, low)
            self.line(f"{name} {new}, {in_register[2]}, {low_register}, {in_register[4]}, {self.any(y)}")
        elif name == "first":
            high, low, _, y = operands
            registers = self.make(high), self.make(low)
            self.line(f"first {registers[0]}, {registers[1]}, {in_register[2]}, {self.any(y)}")
        elif name == "close":
            self.line(f"close {self.rename(operands[1], operands[0])}, {in_register[2]}")
        elif name == "carry_of":
            self.line(f"{name} {self.make(operands[0])}, {in_register[1]}")
        elif name in ("minus", "plus"):
            instruction = {"minus": "vsubpd", "plus": "vaddpd"}[name]
            self.line(f"{instruction} {in_register[2]}, {in_register[1]}, {self.make(operands[0])}")
        elif name in ("limbs_add", "limbs_subtract", "limb_add"):
            instruction = "vsubpd" if name == "limbs_subtract" else "vaddpd"
            self.line(f"{instruction} {self.memory(operands[2])}, {in_register[1]}, {self.make(operands[0])}")
        elif name == "without_start":
            self.line(f"vsubpd start(%rip), {in_register[1]}, {self.make(operands[0])}")
        elif name in ("carry_into", "twice_into"):
            self.line(f"{name} {self.rename(operands[1], operands[0])}, {in_register[2]}")
        elif name in ("scaled_into", "scaled_from"):
            instruction = {"scaled_into": "vfmadd231pd", "scaled_from": "vfnmadd231pd"}[name]
            limb = self.rename(operands[1], operands[0])
            self.line(f"{instruction} {self.memory(operands[3])}, {in_register[2]}, {limb}")
        elif name == "quotient":
            made = [self.make(value) for value in operands[:3]]
            self.line(f"quotient {', '.join(made)}, {in_register[3]}, {in_register[4]}, {self.memory(operands[5])}")
        elif name == "multiple":
            scales = ", ".join(self.memory(scale) for scale in operands[3:])
            self.line(f"multiple {self.make(operands[0])}, {in_register[1]}, {in_register[2]}, {scales}")
        elif name == "subtract":
            limb = self.rename(operands[1], operands[0])
            self.line(f"vsubpd {self.memory(operands[2])}, {limb}, {limb}")
        elif name == "scaled_up":
            limb = self.rename(operands[1], operands[0])
            self.line(f"vmulpd up(%rip), {limb}, {limb}")
        elif name in ("digit", "integer_of"):
            self.line(f"{name} {self.make(operands[0])}, {in_register[1]}")
        elif name == "rounded_product":
            self.line(f"{name} {self.make(operands[0])}, {in_register[1]}, {self.memory(operands[2])}")
        elif name == "rest_of_product":
            rest = self.make(operands[0])
            self.line(f"{name} {rest}, {in_register[1]}, {in_register[2]}, {self.memory(operands[3])}")
        elif name == "store":
            self.line(f"vmovapd {in_register[1]}, {32 * operands[0]}(%rdi)")
        elif name in ("top", "top_difference"):
            top = self.rename(operands[1], operands[0])
            if name == "top":
                self.line(f"vsubpd start(%rip), {top}, {top}")
            self.line(f"vmulpd down(%rip), {top}, {top}")
        self.step_done(name, operands)
