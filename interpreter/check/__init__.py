"""From declarations and syntax trees to typed rules: names, types, and every fault an author can make."""
