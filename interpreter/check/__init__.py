"""From declarations and syntax trees to the program: names, types, lowering."""
